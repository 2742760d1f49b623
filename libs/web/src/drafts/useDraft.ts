import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { newIdempotencyKey } from '../new-idempotency-key';
import { DraftStore, findOpenStore } from './DraftStore';
import { toSlot } from './draft-keys';
import { isEmpty, newDraft, type Draft, type DraftPoll } from './draft-storage';

function isSamePoll(one: DraftPoll | undefined, other: DraftPoll | undefined): boolean {
  return (
    one?.durationMs === other?.durationMs && one?.options.join('\n') === other?.options.join('\n')
  );
}

function isSameContent(one: Draft, other: Draft): boolean {
  const { text, alt = '', files, quote, poll } = one;
  return (
    text === other.text &&
    alt === (other.alt ?? '') &&
    files === other.files &&
    quote === other.quote &&
    isSamePoll(poll, other.poll)
  );
}

/**
 * Returns the stores with which a field reads and writes the draft of its slot; `unowned` without a
 * slot.
 */
function findStores(slot: string | undefined, unowned: DraftStore) {
  const own = slot === undefined ? unowned : new DraftStore(slot);
  const shown = () => findOpenStore(slot) ?? own;
  let hasSubscribed = false;
  return {
    subscribe: (listener: () => void) => {
      hasSubscribed = true;
      return shown().subscribe(listener);
    },
    read: () => shown().draft(),
    /**
     * Looked up on each call: a send may finish after its fan has left the page and come back.
     * Before React subscribes, the own store is used: its fan may type by then.
     */
    here: () => {
      if (slot === undefined || !hasSubscribed) return shown();
      return findOpenStore(slot) ?? new DraftStore(slot);
    },
  };
}

/**
 * Returns a draft that is stored on this device until it is discarded, and restored for its owner
 * only. Each tab has its own; that of a closed tab is restored in the next one. While the owner is
 * unknown, nothing is stored.
 *
 * @param form tells apart the owner's drafts
 */
export function useDraft(owner: string | undefined, form: string) {
  const [unowned] = useState(() => new DraftStore());
  const slot = toSlot(owner, form);
  const { subscribe, read, here } = useMemo(() => findStores(slot, unowned), [slot, unowned]);
  const draft = useSyncExternalStore(subscribe, read);
  useEffect(() => {
    const early = unowned.draft();
    if (slot === undefined || isEmpty(early)) return;
    // What was typed before the owner was known belongs to the owner.
    unowned.put(newDraft());
    findOpenStore(slot)?.put(early);
  }, [slot, unowned]);
  const change = (part: Partial<Omit<Draft, 'id' | 'key'>>) => {
    const target = here();
    target.put({ ...target.draft(), ...part });
  };
  return {
    ...draft,
    change,
    write: (text: string) => change({ text }),
    /** Gives the draft a new idempotency key, unless another draft has replaced it. */
    renewKey: () => {
      const target = here();
      const now = target.draft();
      if (now.id === draft.id) target.put({ ...now, key: newIdempotencyKey() });
    },
    /**
     * Discards the draft as of this render and returns whether nothing is left. Text written
     * meanwhile stays, with a new idempotency key.
     */
    discard: (): boolean => {
      const target = here();
      const now = target.draft();
      const isOver = isEmpty(now) || isSameContent(now, draft);
      target.put(isOver ? newDraft() : { ...now, key: newIdempotencyKey() });
      return isOver;
    },
  };
}

/** A draft with the functions that change it. */
export type OpenDraft = ReturnType<typeof useDraft>;
