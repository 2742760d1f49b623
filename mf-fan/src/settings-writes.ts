import type { FanSettings, SettingsChange } from '@kickoff/contracts';
import type { QueryClient } from '@kickoff/web';

interface SettingsWrites {
  /** Resolves when the last queued write has been answered. */
  last: Promise<unknown>;
  /** Changes without a response yet, oldest first. */
  pending: readonly SettingsChange[];
  /** The settings stored on the server; undefined while unknown or while nothing is pending. */
  stored: FanSettings | undefined;
}

const writesOfSession = new WeakMap<QueryClient, SettingsWrites>();

/** Returns the session's queue of settings writes, shared by all controls. */
export function settingsWrites(queries: QueryClient): SettingsWrites {
  const known = writesOfSession.get(queries);
  if (known) return known;
  const writes = { last: Promise.resolve(), pending: [], stored: undefined };
  writesOfSession.set(queries, writes);
  return writes;
}

/** Runs `send` after all queued writes, whether or not they succeeded. */
export function queueWrite<Answer>(
  writes: SettingsWrites,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const sent = writes.last.then(send);
  writes.last = sent.catch(() => undefined);
  return sent;
}

/** Applies a change to settings. */
export function withChange(
  settings: FanSettings,
  { notifications, push, ...change }: SettingsChange,
): FanSettings {
  return {
    ...settings,
    ...change,
    notifications: { ...settings.notifications, ...notifications },
    push: { ...settings.push, ...push },
  };
}
