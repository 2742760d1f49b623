import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { RegistrationForm } from './RegistrationForm';

export default function UserRegisterPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="fan"
      heading={texts.register.title.fan}
      text={texts.register.text.fan}
      isWide
    >
      <RegistrationForm audience="fan" />
      <p className="ko-auth__alt">
        {texts.register.hasAccount.fan} <Link to={addressOf('Login')}>{texts.auth.login}</Link>
      </p>
    </AuthLayout>
  );
}
