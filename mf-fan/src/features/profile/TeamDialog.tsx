import { Button, Overlay } from '@kickoff/ui';
import { useId } from 'react';

import { TeamPicker } from './TeamPicker';

/** Lets the fan choose a favourite team. */
export default function TeamDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  return (
    <Overlay aria-labelledby={id} onLeave={onClose}>
      <div className="ko-dialog">
        <h2 id={id}>Choose your team</h2>
        <TeamPicker onChosen={onClose} />
        <div className="ko-dialog__acts">
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
