import { useRef, useState } from 'react';

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

function keptDraft(place: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + place) ?? 'null');
    return isDraft(kept) ? kept : noDraft();
  } catch {
    return noDraft();
  }
}

function keepDraft(place: string, draft: Draft): void {
  try {
    if (draft.text === '' && !draft.hasFiles) localStorage.removeItem(PREFIX + place);
    else localStorage.setItem(PREFIX + place, JSON.stringify(draft));
  } catch {
    // A full device must not stop anybody from writing.
  }
}

/**
 * A draft that outlives the page: it is kept on this device until it is
 * discarded. `place` names the fan too, so that nobody finds another's words.
 */
export function useDraft(place: string) {
  const [draft, setDraft] = useState(() => keptDraft(place));
  // A file that is being read must not bring back what was typed before.
  const newest = useRef(draft);
  const put = (next: Draft) => {
    newest.current = next;
    setDraft(next);
    keepDraft(place, next);
  };
  const change = (part: Partial<Omit<Draft, 'key'>>) => put({ ...newest.current, ...part });
  return {
    ...draft,
    change,
    write: (text: string) => change({ text }),
    /** From now on the draft stands for another thing than the one it was sent as. */
    renewKey: () => put({ ...newest.current, key: newKey() }),
    discard: () => put(noDraft()),
  };
}
