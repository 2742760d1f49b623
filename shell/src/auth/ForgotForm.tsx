import type { ForgotPassword } from '@kickoff/contracts';
import { Button, Field, FormAlert, Icon, icons } from '@kickoff/ui';
import { callApi, type Audience } from '@kickoff/web';
import { useId, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { typedIn } from './form-values';
import { typedEmail } from './typed-email';
import { useSubmission } from './useSubmission';

const CALLS = { fan: '/api/user/forgot-password', admin: '/api/admin/forgot-password' } as const;
const REFUSALS = { fan: 'form', admin: 'toast' } as const;

/** Requests a mail with a link to set a new password. */
export function ForgotForm({ audience }: { audience: Audience }) {
  const faultId = useId();
  const { isBusy, result, submit } = useSubmission({ refusals: REFUSALS[audience] });
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body: ForgotPassword = { email: typedIn(new FormData(event.currentTarget), 'email') };
    void submit(async () => {
      const { message } = await callApi(CALLS[audience], { method: 'POST', body });
      return message;
    });
  };
  return (
    <form className="ko-form" method="dialog" onSubmit={ask}>
      <Field
        label={texts.auth.email}
        name="email"
        faultId={result?.field === 'email' ? faultId : undefined}
        type="email"
        autoComplete="email"
        required
        defaultValue={typedEmail.current}
        icon={<Icon icon={icons.mail} />}
      />
      <Button type="submit" look="primary" size="lg" block busy={isBusy}>
        {texts.forgot.submit}
      </Button>
      {result ? <FormAlert kind={result.kind} text={result.text} id={faultId} /> : null}
    </form>
  );
}
