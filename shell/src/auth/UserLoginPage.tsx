import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';

export default function UserLoginPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="fan"
      heading="Welcome back"
      text="The stands are filling up. Log in to join them."
    >
      <LoginForm audience="fan" />
      <p className="ko-auth__alt">
        New to KickOff? <Link to={addressOf('UserRegister')}>Sign Up</Link>
      </p>
    </AuthLayout>
  );
}
