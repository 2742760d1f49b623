import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { ForgotForm } from './ForgotForm';

export default function ForgotPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="fan"
      heading="Reset Password"
      text="Tell us your email, and a link to a new password is on its way."
    >
      <ForgotForm audience="fan" />
      <p className="ko-auth__alt">
        Remembered it? <Link to={addressOf('UserLogin')}>Login</Link>
      </p>
    </AuthLayout>
  );
}
