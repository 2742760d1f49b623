import { addressOf, Link, usePageTitle } from '@kickoff/web';

import type { ScreenProps } from '../screen';
import { AuthLayout } from './AuthLayout';
import { ResetForm } from './ResetForm';

export default function AdminResetPage({ page }: ScreenProps) {
  usePageTitle();
  return (
    <AuthLayout
      audience="admin"
      heading="A new password"
      text="The link works once and for 30 minutes."
    >
      <ResetForm audience="admin" token={page.params.token ?? ''} />
      <div className="ko-auth__row">
        <Link to={addressOf('AdminForgot')}>Ask for another link</Link>
        <Link to={addressOf('AdminLogin')}>Login</Link>
      </div>
    </AuthLayout>
  );
}
