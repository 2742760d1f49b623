import { errorMessage, formatCount } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { TypeToConfirmDialog } from '../../dialogs/TypeToConfirmDialog';
import { useFanActions } from './api/useFanActions';

interface DeleteFanDialogProps {
  fan: { _id: string; username: string; postsCount: number };
  onDeleted?: () => void;
  onClose: () => void;
}

/** Deletes a fan and all their data, after the name was typed. */
export function DeleteFanDialog({ fan, onDeleted, onClose }: DeleteFanDialogProps) {
  const { deleteFan } = useFanActions();
  const posts = fan.postsCount === 1 ? '1 post' : `${formatCount(fan.postsCount)} posts`;
  return (
    <TypeToConfirmDialog
      title={`Delete ${fan.username}?`}
      word={fan.username}
      verb="Delete"
      onConfirm={async () => {
        try {
          const { message } = await deleteFan(fan._id);
          raiseToast({ kind: 'ok', text: message });
        } catch (failure) {
          throw new Error(`Failed to delete user. ${errorMessage(failure)}`, { cause: failure });
        }
        onClose();
        onDeleted?.();
      }}
      onClose={onClose}
    >
      <p>
        The account goes with its {posts}, all comments, likes, stories, files and sessions. This
        cannot be undone.
      </p>
    </TypeToConfirmDialog>
  );
}
