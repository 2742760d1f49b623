import { countInDigits } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { TypedWordDialog } from '../../dialogs/TypedWordDialog';
import { sentenceOf } from '../../tell-failure';
import { useFanActs } from './api/useFanActs';

interface DeleteFanDialogProps {
  fan: { _id: string; username: string; postsCount: number };
  onDeleted?: () => void;
  onClose: () => void;
}

/** Deletes a fan and all that is theirs, once the name has been typed. */
export function DeleteFanDialog({ fan, onDeleted, onClose }: DeleteFanDialogProps) {
  const { deleteFan } = useFanActs();
  const posts = fan.postsCount === 1 ? '1 post' : `${countInDigits(fan.postsCount)} posts`;
  return (
    <TypedWordDialog
      title={`Delete ${fan.username}?`}
      word={fan.username}
      verb="Delete"
      onConfirm={async () => {
        try {
          const { message } = await deleteFan(fan._id);
          raiseToast({ kind: 'ok', text: message });
        } catch (failure) {
          throw new Error(`Failed to delete user. ${sentenceOf(failure)}`, { cause: failure });
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
    </TypedWordDialog>
  );
}
