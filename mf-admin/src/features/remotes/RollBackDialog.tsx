import type { RemoteStatus } from '@kickoff/contracts';
import { ConfirmDialog } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

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
  return (
    <ConfirmDialog
      title={`Roll back ${name}?`}
      text={`${formatBuild(remote)} is replaced${
        previous ? ` by ${formatBuild(previous)}` : ''
      } for everyone who opens KickOff from now on. Open pages stay as they are.`}
      verb="Roll back"
      onConfirm={async () => {
        const live = await rollBack(name);
        raiseToast({ kind: 'ok', text: `${name} ${formatBuild(live)} is live` });
      }}
      onClose={onClose}
    />
  );
}
