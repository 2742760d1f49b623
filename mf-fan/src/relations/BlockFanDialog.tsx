import type { FanSummary } from '@kickoff/contracts';
import { ConfirmDialog, fillText } from '@kickoff/ui';

import { texts } from '../texts';
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
      title={fillText(texts.block.title, fan)}
      text={texts.block.consequences}
      verb={texts.actions.block}
      onConfirm={() => block(fan._id, true)}
      onClose={onClose}
    />
  );
}
