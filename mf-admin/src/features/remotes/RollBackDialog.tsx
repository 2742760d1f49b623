import type { RemoteStatus } from '@kickoff/contracts';
import { ConfirmDialog, fillText } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

import { texts } from '../../texts';
import { useRollBack } from './api/useRemotes';
import { formatBuild } from './format-build';

interface RollBackDialogProps {
  remote: RemoteStatus;
  onClose: () => void;
}

/** Asks for confirmation before the version before is made live. */
export function RollBackDialog({ remote, onClose }: RollBackDialogProps) {
  const rollBack = useRollBack();
  const { name, previous } = remote;
  const live = formatBuild(remote);
  const effect = previous
    ? fillText(texts.remotes.rollBackEffectTo, { live, previous: formatBuild(previous) })
    : fillText(texts.remotes.rollBackEffect, { live });
  return (
    <ConfirmDialog
      title={fillText(texts.remotes.rollBackTitle, { name })}
      text={effect}
      verb={texts.remotes.rollBack}
      onConfirm={async () => {
        const build = formatBuild(await rollBack(remote));
        raiseToast({ kind: 'ok', text: fillText(texts.remotes.rolledBack, { name, build }) });
      }}
      onClose={onClose}
    />
  );
}
