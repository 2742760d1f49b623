import type { AdminPost } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';
import { useState } from 'react';

import { showError } from '../../show-error';
import { usePostActions } from './api/usePostActions';

/** Restores a removed post. */
export function RestorePostButton({ post }: { post: AdminPost }) {
  const { restorePost } = usePostActions();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await restorePost(post._id);
      raiseToast({ kind: 'ok', text: 'Post brought back' });
    } catch (failure) {
      showError(failure);
      setBusy(false);
    }
  };
  return (
    <Button look="line" size="sm" busy={isBusy} onClick={restore}>
      Restore<span className="ko-sr"> post {post._id}</span>
    </Button>
  );
}
