import { raiseToast } from '@kickoff/web';

import { ReasonDialog } from '../../dialogs/ReasonDialog';
import { useFanActions } from './api/useFanActions';

interface SuspendFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Suspends a fan, with a reason that the fan can read. */
export function SuspendFanDialog({ fan, onClose }: SuspendFanDialogProps) {
  const { suspendFan } = useFanActions();
  return (
    <ReasonDialog
      title={`Suspend ${fan.username}?`}
      field={{ label: 'Reason, which the fan reads', isRequired: true }}
      hasEnd
      verb="Suspend"
      look="danger"
      draftOf={`suspend:${fan._id}`}
      onConfirm={async (said) => {
        await suspendFan(fan._id, said);
        raiseToast({ kind: 'ok', text: `${fan.username} is suspended` });
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        All sessions end at once, and no login is possible. Nothing is deleted. The fan is told the
        reason at login and by mail, and may appeal once.
      </p>
    </ReasonDialog>
  );
}
