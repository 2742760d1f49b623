import { errorMessage, fillText, formatCount, pluralText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { TypeToConfirmDialog } from '../../dialogs/TypeToConfirmDialog';
import { texts } from '../../texts';
import { useFanActions } from './api/useFanActions';

interface DeleteFanDialogProps {
  fan: { _id: string; username: string; postsCount: number };
  onDeleted?: () => void;
  onClose: () => void;
}

/** Deletes a fan and all their data, after the name was typed. */
export function DeleteFanDialog({ fan, onDeleted, onClose }: DeleteFanDialogProps) {
  const { deleteFan } = useFanActions();
  return (
    <TypeToConfirmDialog
      title={fillText(texts.fanActions.deleteTitle, { username: fan.username })}
      word={fan.username}
      verb={texts.common.delete}
      onConfirm={async () => {
        try {
          const { message } = await deleteFan(fan._id);
          raiseToast({ kind: 'ok', text: message });
        } catch (failure) {
          const reason = errorMessage(failure);
          throw new Error(fillText(texts.fanActions.deleteFailed, { reason }), { cause: failure });
        }
        onClose();
        onDeleted?.();
      }}
      onClose={onClose}
    >
      <p>
        {pluralText(texts.fanActions.deleteEffect, fan.postsCount, {
          count: formatCount(fan.postsCount),
        })}
      </p>
    </TypeToConfirmDialog>
  );
}
