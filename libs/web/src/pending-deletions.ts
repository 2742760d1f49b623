import { fetchAnswer, CallFailure } from './api';
import { ownerOf } from './owner-of';
import { sessionToken } from './session';

const PREFIX = 'kickoff:deletion:';
/** Far above any undo period: an older entry belongs to a page that has ended. */
const LEFT_BEHIND_MS = 30_000;
/** Older deletions are no longer sent. */
const EXPIRED_MS = 14 * 24 * 60 * 60_000;
const NOBODY = 'nobody';

/** Names that did not fit on this device. */
const unstored = new Set<string>();

const ownPrefix = () => `${PREFIX}${ownerOf('fan', sessionToken('fan') ?? '') ?? NOBODY}:`;

function namesFrom(prefix: string): string[] {
  return [...Object.keys(localStorage), ...unstored].filter((name) => name.startsWith(prefix));
}

/** Stores on this device that the current fan's deletion of `path` is in its undo period. */
export function deferDeletion(path: string): void {
  const name = ownPrefix() + path;
  try {
    localStorage.setItem(name, String(Date.now()));
  } catch {
    unstored.add(name);
  }
}

/** Returns whether a deletion is still pending; false once a logout has sent it. */
export function isDeletionPending(path: string): boolean {
  return namesFrom(ownPrefix()).includes(ownPrefix() + path);
}

function forget(name: string): void {
  localStorage.removeItem(name);
  unstored.delete(name);
}

/** Removes a pending deletion that was undone or answered. */
export function forgetDeletion(path: string): void {
  forget(ownPrefix() + path);
}

async function send(name: string, path: string): Promise<void> {
  try {
    await fetchAnswer(path, { method: 'DELETE', as: 'fan', keepalive: true });
  } catch (failure) {
    const { status } = failure instanceof CallFailure ? failure : { status: 0 };
    // The request failed without a refusal: the fan's next page sends it again.
    if ([0, 401, 429].includes(status) || status >= 500) throw failure;
    forget(name);
    if (status !== 404) throw failure;
  }
  forget(name);
}

/**
 * Sends a pending deletion, also while the page unloads. Resolves when the object is gone, and
 * throws a `CallFailure` otherwise.
 */
export function sendDeletion(path: string): Promise<void> {
  return send(ownPrefix() + path, path);
}

/** Returns whether any deletion of the current fan is pending, in any tab. */
export function hasPendingDeletions(): boolean {
  return namesFrom(ownPrefix()).length > 0;
}

/** Sends all pending deletions of the current fan, of all tabs; resolves when all are answered. */
export async function sendAllDeletions(): Promise<void> {
  const prefix = ownPrefix();
  const names = namesFrom(prefix);
  await Promise.allSettled(names.map((name) => send(name, name.slice(prefix.length))));
}

const ageOf = (name: string) => Date.now() - Number(localStorage.getItem(name) ?? Date.now());

/**
 * Sends the deletions left over by an earlier page of the current fan, and removes expired ones.
 */
export async function sendLeftDeletions(): Promise<void> {
  for (const name of namesFrom(PREFIX)) if (ageOf(name) > EXPIRED_MS) forget(name);
  const prefix = ownPrefix();
  const left = namesFrom(prefix).filter((name) => ageOf(name) > LEFT_BEHIND_MS);
  await Promise.allSettled(left.map((name) => send(name, name.slice(prefix.length))));
}
