import { DeleteFanDialog } from './DeleteFanDialog';
import { RestoreFanDialog } from './RestoreFanDialog';
import { SuspendFanDialog } from './SuspendFanDialog';

/** A selected action on a fan. */
export interface FanAction {
  kind: 'suspend' | 'restore' | 'delete';
  fan: { _id: string; username: string; postsCount: number };
}

interface FanActionDialogProps {
  action: FanAction;
  onDeleted?: () => void;
  onClose: () => void;
}

/** The dialog of the selected action. */
export function FanActionDialog({
  action: { kind, fan },
  onDeleted,
  onClose,
}: FanActionDialogProps) {
  if (kind === 'suspend') return <SuspendFanDialog fan={fan} onClose={onClose} />;
  if (kind === 'restore') return <RestoreFanDialog fan={fan} onClose={onClose} />;
  return (
    <DeleteFanDialog
      fan={fan}
      onClose={onClose}
      {...(onDeleted === undefined ? {} : { onDeleted })}
    />
  );
}
