import { Button, fillText, Loading, useFocusFallback } from '@kickoff/ui';
import { useEffect, type RefObject } from 'react';

import { texts } from '../../texts';
import { undoDeletion } from './api/delete-post';
import type { PostDeletion } from './api/post-deletions';

interface PendingDeletionNoticeProps {
  postId: string;
  deletion: Exclude<PostDeletion, { step: 'refused' }>;
  /** Gets the focus if the post stays. */
  fallback: RefObject<HTMLElement | null>;
}

/** Shown on a post during the undo period of its deletion. Default export, for a lazy chunk. */
export default function PendingDeletionNotice({
  postId,
  deletion,
  fallback,
}: PendingDeletionNoticeProps) {
  const note = useFocusFallback<HTMLDivElement>(fallback);
  const { step } = deletion;
  useEffect(() => {
    // The focused button has unmounted: keep the focus in this post.
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
          <p className="ko-num">
            {fillText(texts.post.deleting, { seconds: deletion.secondsLeft })}
          </p>
          <p className="ko-sr" role="status">
            {texts.post.deletingSoon}
          </p>
          <Button look="line" size="sm" autoFocus onClick={() => void undoDeletion(postId)}>
            {texts.post.undo}
          </Button>
        </div>
      )}
    </div>
  );
}
