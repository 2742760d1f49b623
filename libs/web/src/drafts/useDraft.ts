import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { newKey } from '../new-key';
import { DraftPlace, openPlace } from './DraftPlace';
import { slotOf } from './draft-names';
import { isEmpty, noDraft, type Draft } from './kept-drafts';

function isSameContent(one: Draft, other: Draft): boolean {
  const { text, alt = '', files } = one;
  return text === other.text && alt === (other.alt ?? '') && files === other.files;
}

/**
 * A draft that outlives the page: it is kept on this device until it is
 * discarded, and offered to nobody but its owner. Each tab writes its own; what
 * a closed one has left is offered in the next. While it is not known who
 * writes, nothing is kept.
 *
 * @param place tells it from the owner's other drafts
 */
export function useDraft(owner: string | undefined, place: string) {
  const [unowned] = useState(() => new DraftPlace());
  const slot = slotOf(owner, place);
  const { subscribe, read } = useMemo(() => {
    const own = slot === undefined ? unowned : new DraftPlace(slot);
    const shown = () => openPlace(slot) ?? own;
    return {
      subscribe: (listener: () => void) => shown().subscribe(listener),
      read: () => shown().draft(),
    };
  }, [slot, unowned]);
  const draft = useSyncExternalStore(subscribe, read);
  // Read anew each time: what was sent from a page may end after its fan has left it and come back.
  const here = () => openPlace(slot) ?? (slot === undefined ? unowned : new DraftPlace(slot));
  useEffect(() => {
    const early = unowned.draft();
    if (slot === undefined || isEmpty(early)) return;
    // What was typed before its owner was known is the owner's.
    unowned.put(noDraft());
    openPlace(slot)?.put(early);
  }, [slot, unowned]);
  const change = (part: Partial<Omit<Draft, 'id' | 'key'>>) => {
    const target = here();
    target.put({ ...target.draft(), ...part });
  };
  return {
    ...draft,
    change,
    write: (text: string) => change({ text }),
    /** From now on the draft stands for another thing than the one it was sent as. */
    renewKey: () => {
      const target = here();
      const now = target.draft();
      if (now.id === draft.id) target.put({ ...now, key: newKey() });
    },
    /**
     * Ends the draft as it stood when this was drawn, and tells whether nothing is left. What was
     * written in its place meanwhile stays, and stands for another thing.
     */
    discard: (): boolean => {
      const target = here();
      const now = target.draft();
      const isOver = isEmpty(now) || isSameContent(now, draft);
      target.put(isOver ? noDraft() : { ...now, key: newKey() });
      return isOver;
    },
  };
}

/** A draft in the hands of the field that writes it. */
export type OpenDraft = ReturnType<typeof useDraft>;
