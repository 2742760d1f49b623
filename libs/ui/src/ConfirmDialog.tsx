import { useId, useState } from 'react';

import { Button } from './Button';
import { FormAlert } from './FormAlert';
import { Overlay } from './Overlay';

interface ConfirmDialogProps {
  /** The question; it names the thing. */
  title: string;
  text: string;
  /** What the button says that does it. */
  verb: string;
  /** Does it. The dialog stays until it is done, and shows what went wrong. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something is gone for good. */
export function ConfirmDialog({ title, text, verb, onConfirm, onClose }: ConfirmDialogProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const leave = () => {
    if (!isBusy) onClose();
  };
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
    }
  };
  return (
    <Overlay
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onLeave={leave}
    >
      <div className="ko-dialog">
        <h2 id={`${id}title`}>{title}</h2>
        <p id={`${id}text`}>{text}</p>
        {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={leave}>
            Cancel
          </Button>
          <Button look="danger" busy={isBusy} onClick={confirm}>
            {verb}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
