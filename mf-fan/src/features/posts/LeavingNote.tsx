import { Button, Loading } from '@kickoff/ui';

import type { Leaving } from './api/useDeletePost';

interface LeavingNoteProps {
  leaving: Exclude<Leaving, { step: 'refused' }>;
  onUndo: () => void;
}

/** Stands on a post that is about to go, and lets it stay. */
export function LeavingNote({ leaving, onUndo }: LeavingNoteProps) {
  if (leaving.step === 'asked') return <Loading />;
  return (
    <div className="ko-head ko-mt-2">
      <p className="ko-num">Deleting in {leaving.secondsLeft} s</p>
      <p className="ko-sr" role="status">
        This post will be deleted in a few seconds.
      </p>
      <Button look="line" size="sm" autoFocus onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
