import {
  type AdminRegistration,
  type FanRegistration,
  firstRegistrationFault,
  MESSAGES,
} from '@kickoff/contracts';
import { Button, Field, FilledText, FormAlert, PasswordField } from '@kickoff/ui';
import { addressOf, callApi, goTo, Link, raiseToast, type Audience } from '@kickoff/web';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { typedIn } from './form-values';
import { setRegistered } from './registered';
import { typedEmail } from './typed-email';
import { useSubmission } from './useSubmission';

/** The field of each check, in the order of the checks. */
const FIELD_OF: Partial<Record<string, string>> = {
  [MESSAGES.passwordsDiffer]: 'confirm_password',
  [MESSAGES.termsNotAccepted]: 'terms',
  [MESSAGES.passwordTooShort]: 'password',
};

async function registerFan(body: FanRegistration): Promise<void> {
  await callApi('/api/auth/register', { method: 'POST', body });
  setRegistered(body.username.trim());
  typedEmail.current = body.email;
  goTo(`${addressOf('UserLogin')}?registered=active`);
}

async function registerAdmin(body: AdminRegistration): Promise<void> {
  const { status } = await callApi('/api/admin/register', {
    method: 'POST',
    body,
  });
  raiseToast({ kind: 'ok', text: texts.register.done });
  goTo(addressOf('AdminLogin') + (status === 'pending' ? '?registered=pending' : ''));
}

/** Registration form of a fan or an admin. */
export function RegistrationForm({ audience }: { audience: Audience }) {
  const isFan = audience === 'fan';
  const { isBusy, result, submit } = useSubmission({
    refusals: 'toast',
    unexplained: texts.register.failed,
  });
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  const faultyField = fault === undefined ? result?.field : FIELD_OF[fault];
  const faultIdOf = (name: string) => (name === faultyField ? faultId : undefined);
  const bind = (name: string) => ({ name, faultId: faultIdOf(name) });
  /** A field with its error below. */
  const withFault = (name: string, field: ReactNode) => (
    <div>
      {field}
      {name === faultyField ? (
        <p className="ko-error ko-mt-2" role="alert" id={faultId}>
          {fault ?? result?.text}
        </p>
      ) : null}
    </div>
  );

  const register = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const form = new FormData(event.currentTarget);
    const checks = {
      password: typedIn(form, 'password'),
      confirm_password: typedIn(form, 'confirm_password'),
      terms: form.has('terms'),
    };
    const found = firstRegistrationFault(checks, { termsRequired: isFan });
    setFault(found);
    if (found !== undefined) {
      const field = elements.namedItem(FIELD_OF[found] ?? '');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const { password, confirm_password } = checks;
    const person = { username: typedIn(form, 'username'), email: typedIn(form, 'email') };
    const body = { ...person, password, confirm_password };
    void submit(async () => {
      if (isFan) {
        const phone = typedIn(form, 'phone');
        const hideContact = form.has('hideContact');
        await registerFan({ ...body, phone, hideContact, terms: true });
      } else await registerAdmin({ ...body, terms: checks.terms });
      return undefined;
    });
  };

  const username = withFault(
    'username',
    <Field
      label={texts.register.username}
      autoComplete="username"
      required
      {...bind('username')}
    />,
  );
  return (
    <form className="ko-form" method="dialog" onSubmit={register}>
      {isFan ? username : null}
      <div className="ko-two">
        {isFan ? null : username}
        {withFault(
          'email',
          <Field
            label={texts.auth.email}
            type="email"
            autoComplete="email"
            required
            {...bind('email')}
          />,
        )}
        {isFan
          ? withFault(
              'phone',
              <Field
                label={texts.register.phone}
                type="tel"
                autoComplete="tel"
                required
                {...bind('phone')}
              />,
            )
          : null}
        {withFault(
          'password',
          <PasswordField
            label={texts.auth.password}
            autoComplete="new-password"
            required
            hint={texts.auth.passwordHint}
            {...bind('password')}
          />,
        )}
        {withFault(
          'confirm_password',
          <PasswordField
            label={texts.register.confirmPassword}
            autoComplete="new-password"
            required
            {...bind('confirm_password')}
          />,
        )}
      </div>
      {isFan ? (
        <label className="ko-check">
          <input type="checkbox" name="hideContact" />
          <span>{texts.register.hideContact}</span>
        </label>
      ) : null}
      {withFault(
        'terms',
        <label className="ko-check">
          {/* Not `required`: the check after the passwords shows our own message. */}
          <input
            type="checkbox"
            name="terms"
            aria-required={isFan}
            aria-invalid={faultIdOf('terms') === undefined ? undefined : true}
            aria-describedby={faultIdOf('terms')}
          />
          <span>
            <FilledText
              text={texts.register.agree}
              values={{
                terms: (
                  <Link to={addressOf('Terms')} target="_blank">
                    {texts.register.terms}
                    <span className="ko-sr"> {texts.register.newTab}</span>
                  </Link>
                ),
              }}
            />
          </span>
        </label>,
      )}
      <Button type="submit" look="primary" size="lg" block busy={isBusy}>
        {texts.register.submit}
      </Button>
      {result && result.field === undefined ? <FormAlert kind="error" text={result.text} /> : null}
    </form>
  );
}
