import { PAGES } from '@kickoff/contracts';
import { Link, usePageTitle } from '@kickoff/web';

import { AuthLayout } from './AuthLayout';
import { RegistrationForm } from './RegistrationForm';

export const title = 'Sign up';

export default function UserRegisterPage() {
  usePageTitle(title);
  return (
    <AuthLayout
      audience="fan"
      heading="Join the crowd"
      text="One account for the feed, stories and eight leagues."
      isWide
    >
      <RegistrationForm audience="fan" />
      <p className="ko-auth__alt">
        Already a fan here? <Link to={PAGES.UserLogin.paths[1]}>Login</Link>
      </p>
    </AuthLayout>
  );
}
