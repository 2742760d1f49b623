import { ConfirmDialog } from '@kickoff/ui';
import { loadSessionEnd, type Audience } from '@kickoff/web';

import { texts } from './texts';

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
      title={texts.logOut.title}
      text={texts.logOut.text}
      verb={texts.logOut.confirm}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
