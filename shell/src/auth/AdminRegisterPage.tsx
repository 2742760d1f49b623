import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { RegistrationForm } from './RegistrationForm';

export default function AdminRegisterPage() {
  usePageTitle();
  return (
    <AuthLayout
      audience="admin"
      heading={texts.register.title.admin}
      text={texts.register.text.admin}
      isWide
    >
      <RegistrationForm audience="admin" />
      <p className="ko-auth__alt">
        {texts.register.hasAccount.admin}{' '}
        <Link to={addressOf('AdminLogin')}>{texts.auth.login}</Link>
      </p>
    </AuthLayout>
  );
}
