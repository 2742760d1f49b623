import { ConfirmDialog } from '@kickoff/ui';
import { loadSessionEnd, type Audience } from '@kickoff/web';

interface LogOutDialogProps {
  audience: Audience;
  onClose: () => void;
}

/** Asks before a logout deletes unsent data. Default export, for a lazy chunk. */
export default function LogOutDialog({ audience, onClose }: LogOutDialogProps) {
  const confirm = async () => {
    const { endSession } = await loadSessionEnd();
    endSession(audience);
  };
  return (
    <ConfirmDialog
      title="Log out and delete what you have not sent?"
      text="Something you have written on this device has not been sent. It is deleted when you log out."
      verb="Log out"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
