import type { AdminPost } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { showError } from '../../show-error';
import { texts } from '../../texts';
import { usePostActions } from './api/usePostActions';

interface RemovePostDialogProps {
  post: AdminPost;
  onClose: () => void;
}

/** Removes a post, with a reason that its author can read. */
export function RemovePostDialog({ post, onClose }: RemovePostDialogProps) {
  const { removePost, restorePost } = usePostActions();
  return (
    <ReasonDialog
      title={fillText(texts.post.removeTitle, { username: post.user.username })}
      field={{ label: texts.common.reasonForAuthor, isRequired: false }}
      verb={texts.common.remove}
      look="danger"
      draftOf={`remove:${post._id}`}
      onConfirm={async ({ reason }) => {
        await removePost(post._id, reason);
        raiseToast({
          kind: 'ok',
          text: texts.post.removed,
          undo: () => void restorePost(post._id).catch(showError(`restore ${post._id}`)),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{texts.post.removeEffect}</p>
    </ReasonDialog>
  );
}
