import type { AdminPost } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { showError } from '../../show-error';
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
      title={`Remove the post of ${post.user.username}?`}
      field={{ label: 'Reason, which the author reads', isRequired: false }}
      verb="Remove"
      look="danger"
      draftOf={`remove:${post._id}`}
      onConfirm={async ({ reason }) => {
        await removePost(post._id, reason);
        raiseToast({
          kind: 'ok',
          text: 'Post removed. It can be brought back for 30 days.',
          undo: () => void restorePost(post._id).catch(showError),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        It is gone for everyone at once. For 30 days it can be brought back as it was, then its
        files are deleted.
      </p>
    </ReasonDialog>
  );
}
