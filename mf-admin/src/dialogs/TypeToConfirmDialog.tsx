import { Button, errorMessage, Field, fillText, FormAlert, Overlay } from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { texts } from '../texts';

interface TypeToConfirmDialogProps {
  /** The question; it names the object. */
  title: string;
  /** What will be lost. */
  children: ReactNode;
  /** The text to type as confirmation. */
  word: string;
  verb: string;
  /** Executes the action; the caller closes the dialog. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation of a permanent deletion, by typing the object's name. */
export function TypeToConfirmDialog(props: TypeToConfirmDialogProps) {
  const { title, children, word, verb, onConfirm, onClose } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: async () => {
      if (typed.trim() !== word) throw new Error(fillText(texts.confirmation.fault, { word }));
      await onConfirm();
    },
  });
  const leave = () => {
    if (!isPending) onClose();
  };
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate();
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
          label={fillText(texts.confirmation.label, { word })}
          name="word"
          autoComplete="off"
          value={typed}
          faultId={error ? `${id}fault` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        {error ? <FormAlert kind="error" id={`${id}fault`} text={errorMessage(error)} /> : null}
        <div className="ko-dialog__acts">
          <Button look="line" onClick={leave}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" look="danger" busy={isPending}>
            {verb}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
