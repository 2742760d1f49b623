import { Button, errorMessage, Field, FormAlert, PasswordField } from '@kickoff/ui';
import { callApi, startSession, type Audience } from '@kickoff/web';
import { useState, type SubmitEvent } from 'react';

import { texts } from './texts';

const LOGIN_CALL = { fan: '/api/auth/login', admin: '/api/admin/login' } as const;

/** Logs in on the API that the stand-alone page uses. */
export function StandAloneLogin({ audience }: { audience: Audience }) {
  const [fault, setFault] = useState<string>();
  const logIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    callApi<{ token: string }>(LOGIN_CALL[audience], { method: 'POST', body }).then(
      ({ token }) => startSession(audience, token),
      (failure: unknown) => setFault(errorMessage(failure)),
    );
  };
  return (
    <form className="ko-form ko-page ko-page--pad ko-narrow" onSubmit={logIn}>
      <h1>{texts.login.title}</h1>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      <Field label={texts.login.email} name="email" type="email" required />
      <PasswordField label={texts.login.password} name="password" autoComplete="current-password" />
      <Button type="submit" look="primary">
        {texts.login.submit}
      </Button>
    </form>
  );
}
