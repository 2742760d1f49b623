import { Button, Loading, useFocusHeir } from '@kickoff/ui';
import { useEffect, type RefObject } from 'react';

import type { Leaving } from './api/leaving-posts';

interface LeavingNoteProps {
  leaving: Exclude<Leaving, { step: 'refused' }>;
  onUndo: () => void;
  /** Gets the focus when the post stays after all. */
  heir: RefObject<HTMLElement>;
}

/** Stands on a post that is about to go, and lets it stay. The default export, for a lazy chunk. */
export default function LeavingNote({ leaving, onUndo, heir }: LeavingNoteProps) {
  const note = useFocusHeir<HTMLDivElement>(heir);
  const { step } = leaving;
  useEffect(() => {
    // The button that had the focus is gone; whoever stood on it goes on from here.
    if (step === 'asked' && document.activeElement === document.body) {
      note.current?.focus({ preventScroll: true });
    }
  }, [step, note]);
  return (
    <div tabIndex={-1} ref={note}>
      {step === 'asked' ? (
        <Loading />
      ) : (
        <div className="ko-head ko-mt-2">
          <p className="ko-num">Deleting in {leaving.secondsLeft} s</p>
          <p className="ko-sr" role="status">
            This post will be deleted in a few seconds.
          </p>
          <Button look="line" size="sm" autoFocus onClick={onUndo}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
