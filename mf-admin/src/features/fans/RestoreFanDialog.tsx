import { ConfirmDialog } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { useFanActs } from './api/useFanActs';

interface RestoreFanDialogProps {
  fan: { _id: string; username: string };
  onClose: () => void;
}

/** Lets a suspended fan in again. */
export function RestoreFanDialog({ fan, onClose }: RestoreFanDialogProps) {
  const { restoreFan } = useFanActs();
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
