import { useId, useState } from 'react';

import { Button } from './Button';
import { errorMessage } from './error-message';
import { FormAlert } from './FormAlert';
import { Overlay } from './Overlay';
import { texts } from './texts';

interface ConfirmDialogProps {
  /** The question. It names the object. */
  title: string;
  text: string;
  /** Label of the confirm button. */
  verb: string;
  /** The action. The dialog stays open until it resolves and shows its error if it rejects. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before something is deleted for good. */
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
      setFault(errorMessage(failure));
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
            {texts.confirm.cancel}
          </Button>
          <Button look="danger" busy={isBusy} onClick={confirm}>
            {verb}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
