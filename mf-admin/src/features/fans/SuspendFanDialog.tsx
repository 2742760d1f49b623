import { raiseToast } from '@kickoff/web';

import { SuspensionDialog } from '../../dialogs/SuspensionDialog';
import { showError } from '../../show-error';
import { useFanActions } from './api/useFanActions';

interface SuspendFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Suspends a fan, with a reason that the fan can read. */
export function SuspendFanDialog({ fan, onClose }: SuspendFanDialogProps) {
  const { suspendFan, restoreFan } = useFanActions();
  return (
    <SuspensionDialog
      title={`Suspend ${fan.username}?`}
      draftOf={`suspend:${fan._id}`}
      onConfirm={async (suspension) => {
        await suspendFan(fan._id, suspension);
        raiseToast({
          kind: 'ok',
          text: `${fan.username} is suspended`,
          undo: () => void restoreFan(fan._id).catch(showError),
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
