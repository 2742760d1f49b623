import { ConfirmDialog, fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { clearError } from '../../show-error';
import { texts } from '../../texts';
import { useFanActions } from './api/useFanActions';

interface RestoreFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Ends a fan's suspension. */
export function RestoreFanDialog({ fan, onClose }: RestoreFanDialogProps) {
  const { restoreFan } = useFanActions();
  const { username } = fan;
  return (
    <ConfirmDialog
      title={fillText(texts.fanActions.restoreTitle, { username })}
      text={texts.fanActions.restoreEffect}
      verb={texts.common.restore}
      onConfirm={async () => {
        clearError(`restore ${fan._id}`);
        await restoreFan(fan._id);
        raiseToast({ kind: 'ok', text: fillText(texts.fanActions.restored, { username }) });
      }}
      onClose={onClose}
    />
  );
}
