import { ConfirmDialog, fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { texts } from '../../texts';
import type { AdminAction } from './AdminTable';
import { useAdminActions } from './api/useAdmins';

interface AdminActionDialogProps {
  action: AdminAction;
  onClose: () => void;
}

/** Asks for confirmation before an admin is approved or removed. */
export function AdminActionDialog({ action: { kind, admin }, onClose }: AdminActionDialogProps) {
  const { approveAdmin, removeAdmin } = useAdminActions();
  const { username } = admin;
  const { title, verb, text, done } = texts.adminActions[kind];
  return (
    <ConfirmDialog
      title={fillText(title, { username })}
      text={text}
      verb={verb}
      onConfirm={async () => {
        await (kind === 'approve' ? approveAdmin(admin._id) : removeAdmin(admin._id));
        raiseToast({ kind: 'ok', text: fillText(done, { username }) });
      }}
      onClose={onClose}
    />
  );
}
