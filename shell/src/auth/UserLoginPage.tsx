import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { LoginForm } from './LoginForm';

export default function UserLoginPage() {
  usePageTitle();
  return (
    <AuthLayout audience="fan" heading={texts.login.title} text={texts.login.text.fan}>
      <LoginForm audience="fan" />
      <p className="ko-auth__alt">
        {texts.login.noAccount.fan} <Link to={addressOf('UserRegister')}>{texts.auth.signUp}</Link>
      </p>
    </AuthLayout>
  );
}
