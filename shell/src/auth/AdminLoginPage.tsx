import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';

export default function AdminLoginPage() {
  usePageTitle();
  return (
    <AuthLayout audience="admin" heading={texts.login.title} text={texts.login.text.admin}>
      <LoginForm audience="admin" />
      <p className="ko-auth__alt">
        {texts.login.noAccount.admin}{' '}
        <Link to={addressOf('AdminRegister')}>{texts.auth.signUp}</Link>
      </p>
    </AuthLayout>
  );
}
