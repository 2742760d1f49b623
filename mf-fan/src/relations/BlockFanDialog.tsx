import type { FanSummary } from '@kickoff/contracts';
import { ConfirmDialog } from '@kickoff/ui';

import { useHideFan } from './useHideFan';

interface BlockFanDialogProps {
  fan: Pick<FanSummary, '_id' | 'username'>;
  onClose: () => void;
}

/** Asks for confirmation before a fan is blocked. Default export, for a lazy chunk. */
export default function BlockFanDialog({ fan, onClose }: BlockFanDialogProps) {
  const block = useHideFan('block');
  return (
    <ConfirmDialog
      title={`Block ${fan.username}?`}
      text="Neither of you will see the other any more: no posts, comments, likes or stories, not in search and not among friends. You stop following each other. They are not told."
      verb="Block"
      onConfirm={() => block(fan._id, true)}
      onClose={onClose}
    />
  );
}
