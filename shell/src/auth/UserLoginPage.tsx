import { addressOf, Link, usePageTitle } from '@kickoff/web';
import { useEffect, useState } from 'react';

import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';
import { lastRegistered, setRegistered } from './registered';

export default function UserLoginPage() {
  usePageTitle();
  const [registered] = useState(lastRegistered);
  // After the heading has got the focus.
  useEffect(() => {
    if (registered) document.querySelector<HTMLElement>('[name=password]')?.focus();
    return () => setRegistered(undefined);
  }, [registered]);
  return (
    <AuthLayout
      audience="fan"
      heading="Welcome back"
      text="The stands are filling up. Log in to join them."
    >
      <LoginForm audience="fan" registered={registered} />
      <p className="ko-auth__alt">
        New to KickOff? <Link to={addressOf('UserRegister')}>Sign Up</Link>
      </p>
    </AuthLayout>
  );
}
