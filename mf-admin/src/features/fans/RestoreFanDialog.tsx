import { ConfirmDialog } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { useFanActions } from './api/useFanActions';

interface RestoreFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Ends a fan's suspension. */
export function RestoreFanDialog({ fan, onClose }: RestoreFanDialogProps) {
  const { restoreFan } = useFanActions();
  return (
    <ConfirmDialog
      title={`Restore ${fan.username}?`}
      text="The suspension ends now. The fan can log in again and finds everything as it was."
      verb="Restore"
      onConfirm={async () => {
        await restoreFan(fan._id);
        raiseToast({ kind: 'ok', text: `${fan.username} is restored` });
      }}
      onClose={onClose}
    />
  );
}
