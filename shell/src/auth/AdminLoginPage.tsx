import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';

export default function AdminLoginPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="admin"
      heading="Welcome back"
      text="Log in to see the whole pitch and keep the game fair."
    >
      <LoginForm audience="admin" />
      <p className="ko-auth__alt">
        No admin account yet? <Link to={addressOf('AdminRegister')}>Sign Up</Link>
      </p>
    </AuthLayout>
  );
}
