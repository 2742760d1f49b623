import { codePointLength, MESSAGES, PASSWORD_LENGTH } from '@kickoff/contracts';
import { Button, errorMessage, FormAlert, PasswordField } from '@kickoff/ui';
import { CallFailure, raiseToast, startSession, useExclusiveMutation } from '@kickoff/web';
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
  const [fault, setFault] = useState<Fault>();
  const faultIdOf = (field: Fault['field']) => (fault?.field === field ? faultId : undefined);
  const alertAt = (field?: Fault['field']) =>
    fault && fault.field === field ? (
      <FormAlert kind="error" id={faultId} text={fault.text} />
    ) : null;
  const showFault = ({ elements }: HTMLFormElement, found: Fault) => {
    setFault(found);
    const field = elements.namedItem(found.field ?? '');
    if (field instanceof HTMLElement) field.focus();
  };
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: (form: HTMLFormElement) => {
      const given = new FormData(form);
      return changePassword({
        currentPassword: typedIn(given, 'currentPassword'),
        newPassword: typedIn(given, 'newPassword'),
      });
    },
    onMutate: () => setFault(undefined),
    onSuccess: ({ message, token }) => {
      raiseToast({ kind: 'ok', text: message });
      // The new token remounts the page, with empty fields and the focus on its heading.
      startSession('fan', token);
      scrollTo(0, 0);
    },
    onError: (failure, form) => showFault(form, faultOf(failure)),
  });

  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const found = firstFault(typedIn(given, 'newPassword'), typedIn(given, 'confirmPassword'));
    if (found) showFault(form, found);
    else mutate(form);
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
        <Button type="submit" look="primary" busy={isPending}>
          {texts.password.change}
        </Button>
      </div>
    </form>
  );
}
