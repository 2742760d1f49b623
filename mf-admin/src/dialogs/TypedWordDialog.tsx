import { Button, Field, FormAlert, Overlay } from '@kickoff/ui';
import { useId, useState, type ReactNode, type FormEvent } from 'react';

import { sentenceOf } from '../tell-failure';

interface TypedWordDialogProps {
  /** The question; it names the thing. */
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** What has to be typed, as a sign that it is meant. */
  word: string;
  verb: string;
  /** Does it; whoever opened the dialog takes it away after. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something is gone for good, and for its name as a sign that it is meant. */
export function TypedWordDialog(props: TypedWordDialogProps) {
  const { title, children, word, verb, onConfirm, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const leave = () => {
    if (!isBusy) onClose();
  };
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    if (typed.trim() !== word) {
      setFault(`Please type ${word} as it is written here.`);
      return;
    }
    setFault(undefined);
    setBusy(true);
    try {
      await onConfirm();
    } catch (failure) {
      setFault(sentenceOf(failure));
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
      <form className="ko-dialog" onSubmit={confirm}>
        <h2 id={`${id}title`}>{title}</h2>
        <div id={`${id}text`}>{children}</div>
        <Field
          label={`Type ${word} to go on`}
          name="word"
          autoComplete="off"
          value={typed}
          faultId={fault === undefined ? undefined : `${id}fault`}
          onChange={({ target }) => setTyped(target.value)}
        />
        {fault === undefined ? null : <FormAlert kind="error" id={`${id}fault`} text={fault} />}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" look="danger" busy={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
