import type { FanSettings, SettingsChange } from '@kickoff/contracts';
import type { QueryClient } from '@kickoff/web';

interface SettingsWrites {
  /** Resolves when the last write that was queued has been answered. */
  last: Promise<unknown>;
  /** Choices that the server has not answered yet, oldest first. */
  pending: readonly SettingsChange[];
  /** What the server has stored; undefined while that is not known or nothing is pending. */
  stored: FanSettings | undefined;
}

const writesOfSession = new WeakMap<QueryClient, SettingsWrites>();

/** The settings writes of a session: one queue for all screens and controls. */
export function settingsWrites(queries: QueryClient): SettingsWrites {
  const known = writesOfSession.get(queries);
  if (known) return known;
  const writes = { last: Promise.resolve(), pending: [], stored: undefined };
  writesOfSession.set(queries, writes);
  return writes;
}

/** Runs `send` after all writes that were queued before it, whatever became of those. */
export function queueWrite<Answer>(
  writes: SettingsWrites,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const sent = writes.last.then(send);
  writes.last = sent.catch(() => undefined);
  return sent;
}

/** Settings after a change. */
export function withChange(
  settings: FanSettings,
  { notifications, ...change }: SettingsChange,
): FanSettings {
  return {
    ...settings,
    ...change,
    notifications: { ...settings.notifications, ...notifications },
  };
}
