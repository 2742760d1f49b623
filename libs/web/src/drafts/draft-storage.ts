import { newIdempotencyKey } from '../new-idempotency-key';
import { listDraftKeys, tabDraftKey, draftKey } from './draft-keys';
import { findIdsOfOtherTabs } from './other-tabs';

/** Older drafts expire. */
const DRAFT_AGE_MS = 14 * 24 * 60 * 60_000;

/** The unsent poll of a post. */
export interface DraftPoll {
  options: string[];
  /** How long it is open once published. */
  durationMs: number;
  /** Its end as it was last sent, so that a retry sends the same. */
  endsAt?: string | undefined;
}

/** The unsent content of a form. */
export interface Draft {
  /** Tells apart the drafts of several tabs in the same slot. */
  id: string;
  text: string;
  /** Idempotency key of the write. */
  key: string;
  /** Description of the picture. */
  alt?: string;
  /** Name of its files, which are stored in IndexedDB because of their size. */
  files?: string | undefined;
  /** Id of the post that it quotes. */
  quote?: string | undefined;
  poll?: DraftPoll | undefined;
}

/** A draft in localStorage; `at` is the time of the last change, in ms since 1970. */
type StoredDraft = Draft & { at: number };

export const newDraft = (): Draft => ({
  id: newIdempotencyKey(),
  text: '',
  key: newIdempotencyKey(),
});

export const isEmpty = ({ text, files, quote, poll }: Draft) =>
  text === '' && files === undefined && quote === undefined && poll === undefined;

function isStoredDraft(value: unknown): value is StoredDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    'key' in value &&
    typeof value.key === 'string' &&
    'at' in value &&
    typeof value.at === 'number'
  );
}

/** Reads a draft by its key; undefined if it is missing, invalid or expired. */
export function readDraft(name: string): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isStoredDraft(stored) && Date.now() - stored.at < DRAFT_AGE_MS ? stored : undefined;
  } catch {
    return undefined;
  }
}

function readDrafts(slot: string): StoredDraft[] {
  return listDraftKeys(slot).flatMap((name) => readDraft(name) ?? []);
}

/** Returns this tab's draft of a slot, from before a reload or from an earlier page. */
export function findTabDraft(slot: string): Draft | undefined {
  const ownId = sessionStorage.getItem(tabDraftKey(slot));
  return readDrafts(slot).find(({ id }) => id === ownId);
}

/** Returns the latest draft of a slot whose tab is closed. */
export async function findAbandonedDraft(slot: string): Promise<Draft | undefined> {
  const drafts = readDrafts(slot).sort((one, other) => other.at - one.at);
  if (drafts.length === 0) return undefined;
  const theirs = await findIdsOfOtherTabs(drafts.map(({ id }) => id));
  return drafts.find(({ id }) => !theirs.has(id));
}

/** Returns whether this tab would restore a draft. */
export async function hasDraft(owner: string, form: string): Promise<boolean> {
  const slot = `${owner}:${form}`;
  return (findTabDraft(slot) ?? (await findAbandonedDraft(slot))) !== undefined;
}

/** Makes a draft this tab's own. */
export function claimDraft(slot: string, { id }: Draft): void {
  sessionStorage.setItem(tabDraftKey(slot), id);
}

/** Stores a draft on this device and makes it this tab's own. */
export function storeDraft(slot: string, draft: Draft): void {
  try {
    const stored: StoredDraft = { ...draft, at: Date.now() };
    localStorage.setItem(draftKey(slot, draft.id), JSON.stringify(stored));
    claimDraft(slot, draft);
  } catch {
    // A full device must not prevent writing.
  }
}

export function removeDraft(slot: string, draft: Draft): void {
  localStorage.removeItem(draftKey(slot, draft.id));
}
