import type { AdminPost } from '@kickoff/contracts';
import { Button, fillText, useFocusFallback } from '@kickoff/ui';
import { raiseToast, useExclusiveMutation } from '@kickoff/web';

import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { usePostActions } from './api/usePostActions';

/** Restores a removed post. */
export function RestorePostButton({ post }: { post: AdminPost }) {
  const { restorePost } = usePostActions();
  const element = useFocusFallback<HTMLSpanElement>();
  const action = `restore ${post._id}`;
  const restoring = useExclusiveMutation({
    mutationFn: () => restorePost(post._id),
    onSuccess: () => raiseToast({ kind: 'ok', text: texts.post.restored }),
    onMutate: () => clearError(action),
    onError: showError(action),
  });
  return (
    <span ref={element}>
      <Button look="line" size="sm" busy={restoring.isPending} onClick={() => restoring.mutate()}>
        {texts.common.restore}
        <span className="ko-sr"> {fillText(texts.post.actionTarget, { id: post._id })}</span>
      </Button>
    </span>
  );
}
