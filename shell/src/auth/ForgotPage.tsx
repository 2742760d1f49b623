import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { ForgotForm } from './ForgotForm';

export default function ForgotPage() {
  usePageTitle();
  return (
    <AuthLayout audience="fan" heading={texts.forgot.title} text={texts.forgot.text}>
      <ForgotForm audience="fan" />
      <p className="ko-auth__alt">
        {texts.forgot.remembered} <Link to={addressOf('UserLogin')}>{texts.auth.login}</Link>
      </p>
    </AuthLayout>
  );
}
