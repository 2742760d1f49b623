import type { Login } from '@kickoff/contracts';
import { Button, Field, Icon, PasswordField, icons } from '@kickoff/ui';
import { callApi, goTo, raiseToast, startSession, wayBack, type Audience } from '@kickoff/web';
import { useState, type SubmitEvent } from 'react';

const CALLS = { fan: '/api/auth/login', admin: '/api/admin/login' } as const;

function valueOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Email and password of a fan or an admin. */
export function LoginForm({ audience }: { audience: Audience }) {
  const [isBusy, setBusy] = useState(false);
  const logIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const body: Login = { email: valueOf(form, 'email'), password: valueOf(form, 'password') };
    setBusy(true);
    try {
      const { token } = await callApi<{ token: string }>(CALLS[audience], { method: 'POST', body });
      startSession(audience, token);
      goTo(wayBack(audience));
    } catch (failure) {
      raiseToast({ kind: 'error', text: failure instanceof Error ? failure.message : '' });
      setBusy(false);
    }
  };
  return (
    <form className="ko-form" onSubmit={logIn}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        icon={<Icon icon={icons.mail} />}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        icon={<Icon icon={icons.lock} />}
      />
      <Button type="submit" look="primary" size="lg" block busy={isBusy}>
        Login
      </Button>
    </form>
  );
}
