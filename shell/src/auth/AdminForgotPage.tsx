import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { ForgotForm } from './ForgotForm';

export default function AdminForgotPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="admin"
      heading="Reset Password"
      text="Tell us your email, and a link to a new password is on its way."
    >
      <ForgotForm audience="admin" />
      <Link className="ko-btn ko-btn--line ko-btn--lg ko-btn--block" to={addressOf('AdminLogin')}>
        Login
      </Link>
      <div className="ko-auth__row">
        <Link to={addressOf('AdminForgot')} aria-current="page">
          Forgot Password
        </Link>
        <Link to={addressOf('AdminRegister')}>Sign Up</Link>
      </div>
    </AuthLayout>
  );
}
