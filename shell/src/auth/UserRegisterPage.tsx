import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { RegistrationForm } from './RegistrationForm';

export default function UserRegisterPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="fan"
      heading="Join the crowd"
      text="One account for the feed, stories and eight leagues."
      isWide
    >
      <RegistrationForm audience="fan" />
      <p className="ko-auth__alt">
        Already a fan here? <Link to={addressOf('Login')}>Login</Link>
      </p>
    </AuthLayout>
  );
}
