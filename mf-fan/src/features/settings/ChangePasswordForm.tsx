import { codePointLength, MESSAGES, PASSWORD_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, PasswordField } from '@kickoff/ui';
import { CallFailure, raiseToast, startSession } from '@kickoff/web';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { changePassword } from './api/changePassword';

interface Fault {
  text: string;
  /** The invalid field, if there is one. */
  field?: 'currentPassword' | 'newPassword' | 'confirmPassword' | undefined;
}

function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function firstFault(next: string, repeated: string): Fault | undefined {
  if (next !== repeated) return { text: MESSAGES.passwordsDiffer, field: 'confirmPassword' };
  if (codePointLength(next) >= PASSWORD_LENGTH.min) return undefined;
  return { text: MESSAGES.passwordTooShort, field: 'newPassword' };
}

function faultOf(failure: unknown): Fault {
  const text = errorMessage(failure);
  const status = failure instanceof CallFailure ? failure.status : 0;
  if (status === 403) return { text, field: 'currentPassword' };
  return { text, field: status === 400 ? 'newPassword' : undefined };
}

/** The form that changes the password. */
export function ChangePasswordForm() {
  const faultId = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const faultIdOf = (field: Fault['field']) => (fault?.field === field ? faultId : undefined);
  const alertAt = (field?: Fault['field']) =>
    fault && fault.field === field ? (
      <FormAlert kind="error" id={faultId} text={fault.text} />
    ) : null;

  const change = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const { elements } = event.currentTarget;
    const showFault = (found: Fault) => {
      setFault(found);
      const field = elements.namedItem(found.field ?? '');
      if (field instanceof HTMLElement) field.focus();
    };
    const form = new FormData(event.currentTarget);
    const newPassword = typedIn(form, 'newPassword');
    const found = firstFault(newPassword, typedIn(form, 'confirmPassword'));
    if (found) {
      showFault(found);
      return;
    }
    setFault(undefined);
    setBusy(true);
    try {
      const currentPassword = typedIn(form, 'currentPassword');
      const { message, token } = await changePassword({ currentPassword, newPassword });
      raiseToast({ kind: 'ok', text: message });
      // The new token remounts the page, with empty fields.
      startSession('fan', token);
    } catch (failure) {
      showFault(faultOf(failure));
      setBusy(false);
    }
  };

  return (
    <form className="ko-form" onSubmit={change}>
      <PasswordField
        label={texts.password.current}
        name="currentPassword"
        autoComplete="current-password"
        required
        faultId={faultIdOf('currentPassword')}
      />
      {alertAt('currentPassword')}
      <div className="ko-two">
        <div className="ko-field">
          <PasswordField
            label={texts.password.new}
            name="newPassword"
            autoComplete="new-password"
            required
            hint={texts.password.lengthHint}
            faultId={faultIdOf('newPassword')}
          />
          {alertAt('newPassword')}
        </div>
        <div className="ko-field">
          <PasswordField
            label={texts.password.confirm}
            name="confirmPassword"
            autoComplete="new-password"
            required
            faultId={faultIdOf('confirmPassword')}
          />
          {alertAt('confirmPassword')}
        </div>
      </div>
      <p className="ko-hint">{texts.password.sessionsHint}</p>
      {alertAt()}
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          {texts.password.change}
        </Button>
      </div>
    </form>
  );
}
