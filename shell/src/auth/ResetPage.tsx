import { addressOf, Link, usePageTitle } from '@kickoff/web';

import type { ScreenProps } from '../screen';
import { AuthLayout } from './AuthLayout';
import { ResetForm } from './ResetForm';

export default function ResetPage({ page }: ScreenProps) {
  usePageTitle();
  return (
    <AuthLayout
      audience="fan"
      heading="A new password"
      text="The link works once and for 30 minutes."
    >
      <ResetForm audience="fan" token={page.params.token ?? ''} />
      <div className="ko-auth__row">
        <Link to={addressOf('Forgot')}>Ask for another link</Link>
        <Link to={addressOf('UserLogin')}>Login</Link>
      </div>
    </AuthLayout>
  );
}
