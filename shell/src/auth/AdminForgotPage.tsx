import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { ForgotForm } from './ForgotForm';

export default function AdminForgotPage() {
  usePageTitle();
  return (
    <AuthLayout audience="admin" heading={texts.forgot.title} text={texts.forgot.text}>
      <ForgotForm audience="admin" />
      <Link className="ko-btn ko-btn--line ko-btn--lg ko-btn--block" to={addressOf('AdminLogin')}>
        {texts.auth.login}
      </Link>
      <div className="ko-auth__row">
        <Link to={addressOf('AdminForgot')} aria-current="page">
          {texts.login.forgot.admin}
        </Link>
        <Link to={addressOf('AdminRegister')}>{texts.auth.signUp}</Link>
      </div>
    </AuthLayout>
  );
}
