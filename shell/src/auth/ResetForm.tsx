import type { ResetPassword } from '@kickoff/contracts';
import { Button, Field, FormAlert, Icon, PasswordField, icons } from '@kickoff/ui';
import { callApi, type Audience } from '@kickoff/web';
import { useId, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { typedIn } from './form-values';
import { useSubmission } from './useSubmission';

const CALLS = { fan: '/api/user/reset-password', admin: '/api/admin/reset-password' } as const;

interface ResetFormProps {
  audience: Audience;
  /** From the mailed link. */
  token: string;
}

/** Sets a new password for the account of the mailed link. */
export function ResetForm({ audience, token }: ResetFormProps) {
  const faultId = useId();
  const { isBusy, result, submit } = useSubmission({ refusals: 'form' });
  const reset = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body: ResetPassword = {
      token,
      email: typedIn(form, 'email'),
      newPassword: typedIn(form, 'newPassword'),
    };
    void submit(async () => {
      const { message } = await callApi(CALLS[audience], { method: 'POST', body });
      return message;
    });
  };
  return (
    <form className="ko-form" method="dialog" onSubmit={reset}>
      <Field
        label={texts.auth.email}
        name="email"
        faultId={result?.field === 'email' ? faultId : undefined}
        type="email"
        autoComplete="email"
        required
        icon={<Icon icon={icons.mail} />}
      />
      <PasswordField
        label={texts.reset.password}
        name="newPassword"
        faultId={result?.field === 'newPassword' ? faultId : undefined}
        autoComplete="new-password"
        required
        hint={texts.auth.passwordHint}
        icon={<Icon icon={icons.lock} />}
      />
      <Button type="submit" look="primary" size="lg" block busy={isBusy}>
        {texts.reset.submit}
      </Button>
      {result ? <FormAlert kind={result.kind} text={result.text} id={faultId} /> : null}
    </form>
  );
}
