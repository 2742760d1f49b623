import { addressOf, Link, usePageTitle } from '@kickoff/web';

import type { ScreenProps } from '../screen';
import { texts } from '../texts';
import { AuthLayout } from './AuthLayout';
import { ResetForm } from './ResetForm';

export default function AdminResetPage({ page }: ScreenProps) {
  usePageTitle();
  return (
    <AuthLayout audience="admin" heading={texts.reset.title} text={texts.reset.text}>
      <ResetForm audience="admin" token={page.params.token ?? ''} />
      <div className="ko-auth__row">
        <Link to={addressOf('AdminForgot')}>{texts.reset.again}</Link>
        <Link to={addressOf('AdminLogin')}>{texts.auth.login}</Link>
      </div>
    </AuthLayout>
  );
}
