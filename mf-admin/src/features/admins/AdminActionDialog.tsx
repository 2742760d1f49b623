import { ConfirmDialog } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import type { AdminAction } from './AdminTable';
import { useAdminActions } from './api/useAdmins';

interface AdminActionDialogProps {
  action: AdminAction;
  onClose: () => void;
}

const WORDS = {
  approve: {
    verb: 'Approve',
    text: 'From now on this admin can do everything that you can.',
    done: 'is an admin now',
  },
  refuse: { verb: 'Refuse', text: 'The registration is deleted.', done: 'is refused' },
  remove: {
    verb: 'Remove',
    text: 'All their sessions end at once, and they can no longer log in as an admin.',
    done: 'is no longer an admin',
  },
} as const;

/** Asks for confirmation before an admin is approved or removed. */
export function AdminActionDialog({ action: { kind, admin }, onClose }: AdminActionDialogProps) {
  const { approveAdmin, removeAdmin } = useAdminActions();
  const { verb, text, done } = WORDS[kind];
  return (
    <ConfirmDialog
      title={`${verb} ${admin.username}?`}
      text={text}
      verb={verb}
      onConfirm={async () => {
        await (kind === 'approve' ? approveAdmin(admin._id) : removeAdmin(admin._id));
        raiseToast({ kind: 'ok', text: `${admin.username} ${done}` });
      }}
      onClose={onClose}
    />
  );
}
