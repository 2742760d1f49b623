import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { RegistrationForm } from './RegistrationForm';

export default function AdminRegisterPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="admin"
      heading="Join the officials"
      text="A new account may have to wait for an active admin."
      isWide
    >
      <RegistrationForm audience="admin" />
      <p className="ko-auth__alt">
        Already have an account? <Link to={addressOf('AdminLogin')}>Login</Link>
      </p>
    </AuthLayout>
  );
}
