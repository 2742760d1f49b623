import { Button, errorMessage, FormAlert, PasswordField } from '@kickoff/ui';
import {
  addressOf,
  CallFailure,
  forgetSession,
  goTo,
  raiseToast,
  useExclusiveMutation,
} from '@kickoff/web';
import { useId, useState, type SubmitEvent } from 'react';

import styles from './settings.module.css';
import { texts } from '../../texts';
import { deleteAccount } from './api/deleteAccount';

interface DeleteAccountProps {
  /** Removes the fan's data from this device. */
  onDeleted: () => void;
}

function DeletionForm({ onDeleted, onCancel }: DeleteAccountProps & { onCancel: () => void }) {
  const faultId = useId();
  const { mutate, isPending, error } = useExclusiveMutation({
    mutationFn: (field: HTMLInputElement) => deleteAccount({ password: field.value }),
    onSuccess: ({ message }) => {
      onDeleted();
      goTo(addressOf('Landing'));
      forgetSession('fan');
      raiseToast({ kind: 'ok', text: message });
    },
    onError: (_, field) => field.focus(),
  });
  const isOfPassword = error instanceof CallFailure && error.status === 403;

  const remove = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('password');
    if (field instanceof HTMLInputElement) mutate(field);
  };

  return (
    <form className="ko-form" onSubmit={remove}>
      <PasswordField
        label={texts.deletion.password}
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        faultId={isOfPassword ? faultId : undefined}
      />
      {error ? <FormAlert kind="error" id={faultId} text={errorMessage(error)} /> : null}
      <div className={`ko-row ${styles.wraps}`}>
        <Button type="submit" look="danger" busy={isPending}>
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
