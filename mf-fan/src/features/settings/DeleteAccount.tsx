import { Button, errorMessage, FormAlert, PasswordField } from '@kickoff/ui';
import { addressOf, CallFailure, forgetSession, goTo, raiseToast } from '@kickoff/web';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { deleteAccount } from './api/deleteAccount';

interface DeleteAccountProps {
  /** Removes the fan's data from this device. */
  onDeleted: () => void;
}

function DeletionForm({ onDeleted, onCancel }: DeleteAccountProps & { onCancel: () => void }) {
  const faultId = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ text: string; isOfPassword: boolean }>();

  const remove = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const field = event.currentTarget.elements.namedItem('password');
    if (!(field instanceof HTMLInputElement)) return;
    setBusy(true);
    setFault(undefined);
    try {
      const { message } = await deleteAccount({ password: field.value });
      onDeleted();
      goTo(addressOf('Landing'));
      forgetSession('fan');
      raiseToast({ kind: 'ok', text: message });
    } catch (failure) {
      const text = errorMessage(failure);
      const isOfPassword = failure instanceof CallFailure && failure.status === 403;
      setFault({ text, isOfPassword });
      setBusy(false);
      field.focus();
    }
  };

  return (
    <form className="ko-form" onSubmit={remove}>
      <PasswordField
        label={texts.deletion.password}
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        faultId={fault?.isOfPassword ? faultId : undefined}
      />
      {fault ? <FormAlert kind="error" id={faultId} text={fault.text} /> : null}
      <div className="ko-row" style={{ flexWrap: 'wrap' }}>
        <Button type="submit" look="danger" busy={isBusy}>
          {texts.deletion.confirm}
        </Button>
        <Button look="line" onClick={onCancel}>
          {texts.actions.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Deletes the account after the password was entered. */
export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  const [isCanceled, setCanceled] = useState(false);
  const cancel = () => {
    setCanceled(true);
    setOpen(false);
  };
  return (
    <div className="ko-form">
      <p>{texts.deletion.consequences}</p>
      {isOpen ? (
        <DeletionForm onDeleted={onDeleted} onCancel={cancel} />
      ) : (
        <div>
          <Button look="danger-quiet" autoFocus={isCanceled} onClick={() => setOpen(true)}>
            {texts.deletion.choose}
          </Button>
        </div>
      )}
    </div>
  );
}
