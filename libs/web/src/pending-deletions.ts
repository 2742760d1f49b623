import { callApi, CallFailure } from './api';
import { ownerOf } from './owner-of';
import { sessionToken } from './session';

const PREFIX = 'kickoff:deletion:';
/** Far more than any undo period: what waits for longer was left behind by a page that ended. */
const LEFT_BEHIND_MS = 30_000;
/** After so long nobody waits for a deletion that could not be sent. */
const EXPIRED_MS = 14 * 24 * 60 * 60_000;
const NOBODY = 'nobody';

/** Names that this device had no room for. */
const unstored = new Set<string>();

const ownPrefix = () => `${PREFIX}${ownerOf('fan', sessionToken('fan') ?? '') ?? NOBODY}:`;

function namesFrom(prefix: string): string[] {
  return [...Object.keys(localStorage), ...unstored].filter((name) => name.startsWith(prefix));
}

/** Notes on this device that the present fan's deletion of `path` waits for the end of its undo period. */
export function deferDeletion(path: string): void {
  const name = ownPrefix() + path;
  try {
    localStorage.setItem(name, String(Date.now()));
  } catch {
    unstored.add(name);
  }
}

/** Whether a deletion still waits; not so once a logout has sent it. */
export function isDeletionPending(path: string): boolean {
  return namesFrom(ownPrefix()).includes(ownPrefix() + path);
}

function forget(name: string): void {
  localStorage.removeItem(name);
  unstored.delete(name);
}

/** Ends a deletion's wait: it was undone, or answered. */
export function forgetDeletion(path: string): void {
  forget(ownPrefix() + path);
}

async function send(name: string, path: string): Promise<void> {
  try {
    await callApi(path, { method: 'DELETE', as: 'fan', keepalive: true });
  } catch (failure) {
    const { status } = failure instanceof CallFailure ? failure : { status: 0 };
    // Nobody refused it: the next page of the same fan sends it again.
    if (status === 0 || status >= 500) throw failure;
    forget(name);
    if (status !== 404) throw failure;
  }
  forget(name);
}

/**
 * Sends a pending deletion, also while the page is being left. Resolves when
 * the thing is gone; throws a `CallFailure` where it is not.
 */
export function sendDeletion(path: string): Promise<void> {
  return send(ownPrefix() + path, path);
}

/** Whether any deletion of the present fan waits, in whichever tab. */
export function hasPendingDeletions(): boolean {
  return namesFrom(ownPrefix()).length > 0;
}

/** Sends all pending deletions of the present fan, of all tabs; resolves when all were answered. */
export async function sendAllDeletions(): Promise<void> {
  const prefix = ownPrefix();
  const names = namesFrom(prefix);
  await Promise.allSettled(names.map((name) => send(name, name.slice(prefix.length))));
}

const ageOf = (name: string) => Date.now() - Number(localStorage.getItem(name) ?? Date.now());

/** Sends the deletions that an earlier page of the present fan could not, and forgets expired ones. */
export async function sendLeftDeletions(): Promise<void> {
  for (const name of namesFrom(PREFIX)) if (ageOf(name) > EXPIRED_MS) forget(name);
  const prefix = ownPrefix();
  const left = namesFrom(prefix).filter((name) => ageOf(name) > LEFT_BEHIND_MS);
  await Promise.allSettled(left.map((name) => send(name, name.slice(prefix.length))));
}
