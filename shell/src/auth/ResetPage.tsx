import { addressOf, Link, usePageTitle } from '@kickoff/web';

import type { ScreenProps } from '../screen';
import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { ResetForm } from './ResetForm';

export default function ResetPage({ page }: ScreenProps) {
  usePageTitle();
  return (
    <AuthLayout audience="fan" heading={texts.reset.title} text={texts.reset.text}>
      <ResetForm audience="fan" token={page.params.token ?? ''} />
      <div className="ko-auth__row">
        <Link to={addressOf('Forgot')}>{texts.reset.again}</Link>
        <Link to={addressOf('UserLogin')}>{texts.auth.login}</Link>
      </div>
    </AuthLayout>
  );
}
