import { fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { SuspensionDialog } from '../../dialogs/SuspensionDialog';
import { showError } from '../../show-error';
import { texts } from '../../texts';
import { useFanActions } from './api/useFanActions';

interface SuspendFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Suspends a fan, with a reason that the fan can read. */
export function SuspendFanDialog({ fan, onClose }: SuspendFanDialogProps) {
  const { suspendFan, restoreFan } = useFanActions();
  const { username } = fan;
  return (
    <SuspensionDialog
      title={fillText(texts.fanActions.suspendTitle, { username })}
      draftOf={`suspend:${fan._id}`}
      onConfirm={async (suspension) => {
        await suspendFan(fan._id, suspension);
        raiseToast({
          kind: 'ok',
          text: fillText(texts.fanActions.suspended, { username }),
          undo: () => void restoreFan(fan._id).catch(showError(`restore ${fan._id}`)),
        });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
