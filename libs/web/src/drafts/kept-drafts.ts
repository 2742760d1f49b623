import { newKey } from '../new-key';
import { namesIn, ownName, storageName } from './draft-names';
import { ofOtherTabs } from './other-tabs';

/** What has not been touched for so long is not waited for any more. */
export const DRAFT_AGE_MS = 14 * 24 * 60 * 60_000;

/** What a person is writing and has not sent. */
export interface Draft {
  /** Tells it from the drafts that other tabs are writing in the same slot. */
  id: string;
  text: string;
  /** Names the one thing that this draft will become, however often it is sent. */
  key: string;
  /** What its picture shows. */
  alt?: string;
  /** Names the files that belong to it; they are kept elsewhere, being large. */
  files?: string | undefined;
}

/** A draft as it lies on this device; `at` is when it was written, in ms since 1970. */
type KeptDraft = Draft & { at: number };

export const noDraft = (): Draft => ({ id: newKey(), text: '', key: newKey() });

export const isEmpty = ({ text, files }: Draft) => text === '' && files === undefined;

function isKept(value: unknown): value is KeptDraft {
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

/** The draft that lies under a name of this device's storage, unless it has expired. */
export function draftNamed(name: string): KeptDraft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return isKept(kept) && Date.now() - kept.at < DRAFT_AGE_MS ? kept : undefined;
  } catch {
    return undefined;
  }
}

function draftsIn(slot: string): KeptDraft[] {
  return namesIn(slot).flatMap((name) => draftNamed(name) ?? []);
}

/** What this tab was writing in a slot, before a reload or on an earlier page. */
export function ownDraft(slot: string): Draft | undefined {
  const ownId = sessionStorage.getItem(ownName(slot));
  return draftsIn(slot).find(({ id }) => id === ownId);
}

/** What was written last in a slot, by a tab that is not there any more. */
export async function leftDraft(slot: string): Promise<Draft | undefined> {
  const drafts = draftsIn(slot).sort((one, other) => other.at - one.at);
  if (drafts.length === 0) return undefined;
  const theirs = await ofOtherTabs(drafts.map(({ id }) => id));
  return drafts.find(({ id }) => !theirs.has(id));
}

/** Whether anything waits to be offered again in this tab. */
export async function hasDraft(owner: string, place: string): Promise<boolean> {
  const slot = `${owner}:${place}`;
  return (ownDraft(slot) ?? (await leftDraft(slot))) !== undefined;
}

/** Makes a draft this tab's own. */
export function claimDraft(slot: string, { id }: Draft): void {
  sessionStorage.setItem(ownName(slot), id);
}

/** Keeps a draft on this device, and for this tab. */
export function keepDraft(slot: string, draft: Draft): void {
  try {
    const kept: KeptDraft = { ...draft, at: Date.now() };
    localStorage.setItem(storageName(slot, draft.id), JSON.stringify(kept));
    claimDraft(slot, draft);
  } catch {
    // A full device must not stop anybody from writing.
  }
}

export function removeDraft(slot: string, draft: Draft): void {
  localStorage.removeItem(storageName(slot, draft.id));
}
