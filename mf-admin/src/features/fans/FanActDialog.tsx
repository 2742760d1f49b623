import { DeleteFanDialog } from './DeleteFanDialog';
import { RestoreFanDialog } from './RestoreFanDialog';
import { SuspendFanDialog } from './SuspendFanDialog';

/** Something that is about to be done to a fan. */
export interface FanAct {
  kind: 'suspend' | 'restore' | 'delete';
  fan: { _id: string; username: string; postsCount: number };
}

interface FanActDialogProps {
  act: FanAct;
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks before it is done. */
export function FanActDialog({ act: { kind, fan }, onDeleted, onClose }: FanActDialogProps) {
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
