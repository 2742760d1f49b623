import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { ForgotForm } from './ForgotForm';

export const title = 'Reset Password';

export default function ForgotPage() {
  usePageTitle(title);
  return (
    <AuthLayout
      audience="fan"
      heading={title}
      text="Tell us your email, and a link to a new password is on its way."
    >
      <ForgotForm audience="fan" />
      <p className="ko-auth__alt">
        Remembered it? <Link to={addressOf('UserLogin')}>Login</Link>
      </p>
    </AuthLayout>
  );
}
