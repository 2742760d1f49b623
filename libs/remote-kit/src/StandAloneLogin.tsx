import { Button, errorMessage, Field, FormAlert, PasswordField } from '@kickoff/ui';
import { callApi, startSession, type Audience } from '@kickoff/web';
import { useState, type SubmitEvent } from 'react';

import { texts } from './texts';

const LOGIN_CALL = { fan: '/api/auth/login', admin: '/api/admin/login' } as const;

/** Text that was typed into a field. */
function typedIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Logs in on the API that the stand-alone page uses. */
export function StandAloneLogin({ audience }: { audience: Audience }) {
  const [fault, setFault] = useState<string>();
  const logIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: typedIn(form, 'email'), password: typedIn(form, 'password') };
    callApi(LOGIN_CALL[audience], { method: 'POST', body }).then(
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
