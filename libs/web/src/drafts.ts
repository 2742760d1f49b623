import { useEffect, useRef, useState } from 'react';

/** What a person is writing and has not sent. */
export interface Draft {
  text: string;
  /** Names the one thing that this draft will become, however often it is sent. */
  key: string;
  /** What its picture shows. */
  alt?: string;
  /** Whether files belong to it; they are kept elsewhere, being large. */
  hasFiles?: boolean;
}

const PREFIX = 'kickoff:draft:';

/** Names one thing that is to be made, however often it is sent. */
export function newKey(): string {
  // Not crypto.randomUUID, which browsers withhold from pages on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const noDraft = (): Draft => ({ text: '', key: newKey() });

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'key' in value &&
    typeof value.key === 'string'
  );
}

function keptDraft(slot: string | undefined): Draft {
  if (slot === undefined) return noDraft();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + slot) ?? 'null');
    return isDraft(kept) ? kept : noDraft();
  } catch {
    return noDraft();
  }
}

function isSameContent(one: Draft, other: Draft): boolean {
  const { text, alt = '', hasFiles = false } = one;
  return text === other.text && alt === (other.alt ?? '') && hasFiles === (other.hasFiles ?? false);
}

const isEmpty = ({ text, hasFiles }: Draft) => text === '' && !hasFiles;

function keepDraft(slot: string | undefined, draft: Draft): void {
  if (slot === undefined) return;
  try {
    if (isEmpty(draft)) localStorage.removeItem(PREFIX + slot);
    else localStorage.setItem(PREFIX + slot, JSON.stringify(draft));
  } catch {
    // A full device must not stop anybody from writing.
  }
}

/** Takes everything from this device that its owner was writing. */
export function forgetDrafts(owner: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`${PREFIX}${owner}:`)) localStorage.removeItem(key);
  }
}

/**
 * A draft that outlives the page: it is kept on this device until it is
 * discarded, and offered to nobody but its owner. While it is not known who
 * writes, nothing is kept.
 *
 * @param place tells it from the owner's other drafts
 */
export function useDraft(owner: string | undefined, place: string) {
  const slot = owner === undefined ? undefined : `${owner}:${place}`;
  const [draft, setDraft] = useState(() => keptDraft(slot));
  // A file that is being read must not bring back what was typed before.
  const newest = useRef(draft);
  const known = useRef(slot);
  useEffect(() => {
    if (slot === known.current) return;
    const isFirst = known.current === undefined;
    known.current = slot;
    // What was typed before its owner was known is the owner's.
    if (isFirst && !isEmpty(newest.current)) keepDraft(slot, newest.current);
    else setDraft((newest.current = keptDraft(slot)));
  }, [slot]);
  const put = (next: Draft) => {
    newest.current = next;
    setDraft(next);
    keepDraft(slot, next);
  };
  const change = (part: Partial<Omit<Draft, 'key'>>) => put({ ...newest.current, ...part });
  return {
    ...draft,
    change,
    write: (text: string) => change({ text }),
    /** From now on the draft stands for another thing than the one it was sent as. */
    renewKey: () => put({ ...newest.current, key: newKey() }),
    /**
     * Ends the draft as it stood when this was drawn, and tells whether nothing is left. What was
     * written in its place meanwhile stays, and stands for another thing.
     */
    discard: (): boolean => {
      const kept = slot === undefined ? newest.current : keptDraft(slot);
      const isOver = isEmpty(kept) || isSameContent(kept, draft);
      put(isOver ? noDraft() : { ...kept, key: newKey() });
      return isOver;
    },
  };
}
