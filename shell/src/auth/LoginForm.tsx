import type { Login } from '@kickoff/contracts';
import { Button, Field, FormAlert, Icon, PasswordField, icons } from '@kickoff/ui';
import {
  addressOf,
  CallFailure,
  callApi,
  Link,
  type ComponentLoader,
  replaceAddress,
  startSession,
  useLazyComponent,
  wayBack,
  type Audience,
} from '@kickoff/web';
import { useEffect, useState, type ComponentType, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { typedIn } from './form-values';
import type { SuspendedNoticeProps } from './SuspendedNotice';
import { typedEmail } from './typed-email';
import { useSubmission } from './useSubmission';

const CALLS = { fan: '/api/auth/login', admin: '/api/admin/login' } as const;
const FORGOT = { fan: 'Forgot', admin: 'AdminForgot' } as const;

/** Demo logins are offered on the developer's own machine only. */
const ON_LOOPBACK = /^(localhost|127[.]0[.]0[.]1|\[::1\])$/;

/** Fetches the logins offered with one click; none on a server without demo data. */
function useDemoLogins(audience: Audience): Login[] {
  const [logins, setLogins] = useState<Login[]>([]);
  useEffect(() => {
    if (!ON_LOOPBACK.test(location.hostname)) return undefined;
    const asked = new AbortController();
    callApi('/api/auth/demo', { signal: asked.signal }).then(
      ({ fans, admins }) => setLogins(audience === 'fan' ? fans : admins),
      // Without a response only the form is shown.
      () => undefined,
    );
    return () => asked.abort();
  }, [audience]);
  return logins;
}

const loadWelcome = () => import(/* webpackChunkName: "entrance-notices" */ './Welcome');

/** Loads the notice after a registration. If the load fails, it is left out. */
function useWelcome() {
  const [Component, setComponent] = useState<ComponentType>();
  useEffect(() => {
    if (!location.search.includes('registered=')) return;
    loadWelcome().then(
      (module) => setComponent(() => module.default),
      () => undefined,
    );
  }, []);
  return { Component };
}

const loadSuspendedNotice: ComponentLoader<SuspendedNoticeProps> = () =>
  import(/* webpackChunkName: "entrance-notices" */ './SuspendedNotice');

/** Login form of a fan or an admin. */
export function LoginForm({ audience }: { audience: Audience }) {
  const { isBusy, result, submit } = useSubmission({ refusals: 'toast' });
  const welcome = useWelcome();
  const demoLogins = useDemoLogins(audience);
  const notice = useLazyComponent(loadSuspendedNotice);
  const [suspended, setSuspended] = useState<SuspendedNoticeProps>();
  const explain = (failure: unknown, login: Login) => {
    const { reason, until } = (failure instanceof CallFailure && failure.answer) || {};
    if (reason === undefined) return;
    setSuspended({ login, reason, until });
    notice.open();
  };
  const logIn = (body: Login) =>
    submit(async () => {
      notice.close();
      const call = callApi(CALLS[audience], { method: 'POST', body });
      call.catch((failure: unknown) => explain(failure, body));
      const { token } = await call;
      typedEmail.current = '';
      startSession(audience, token);
      replaceAddress(wayBack(audience));
      return undefined;
    });
  const logInAsTyped = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void logIn({ email: typedIn(form, 'email'), password: typedIn(form, 'password') });
  };
  return (
    <>
      <form className="ko-form" method="dialog" onSubmit={logInAsTyped}>
        {welcome.Component ? <welcome.Component /> : null}
        <Field
          label={texts.auth.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typedEmail.current}
          icon={<Icon icon={icons.mail} />}
          onChange={(event) => (typedEmail.current = event.target.value)}
        />
        <PasswordField
          label={texts.auth.password}
          name="password"
          autoComplete="current-password"
          required
          icon={<Icon icon={icons.lock} />}
        />
        <div className="ko-auth__row">
          <span />
          <Link to={addressOf(FORGOT[audience])}>{texts.login.forgot[audience]}</Link>
        </div>
        <Button type="submit" look="primary" size="lg" block busy={isBusy}>
          {texts.auth.login}
        </Button>
        {result ? <FormAlert {...result} /> : null}
        {demoLogins.map((login) => (
          <Button key={login.email} look="soft" block onClick={() => void logIn(login)}>
            {texts.login.demo} {login.email}
          </Button>
        ))}
      </form>
      {notice.Component && suspended ? <notice.Component {...suspended} /> : null}
    </>
  );
}
