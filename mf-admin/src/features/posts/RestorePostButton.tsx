import type { AdminPost } from '@kickoff/contracts';
import { Button, fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';
import { useState } from 'react';

import { showError } from '../../show-error';
import { texts } from '../../texts';
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
      raiseToast({ kind: 'ok', text: texts.post.restored });
    } catch (failure) {
      showError(failure);
      setBusy(false);
    }
  };
  return (
    <Button look="line" size="sm" busy={isBusy} onClick={restore}>
      {texts.common.restore}
      <span className="ko-sr"> {fillText(texts.post.actionTarget, { id: post._id })}</span>
    </Button>
  );
}
