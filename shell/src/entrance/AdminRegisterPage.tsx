import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { EntrancePanel } from './EntrancePanel';
import { RegistrationForm } from './RegistrationForm';

export const title = 'Admin sign up';

export default function AdminRegisterPage() {
  usePageTitle(title);
  return (
    <EntrancePanel
      audience="admin"
      heading="Join the officials"
      text="A new account may have to wait for an active admin."
      isWide
    >
      <RegistrationForm audience="admin" />
      <p className="ko-auth__alt">
        Already have an account? <Link to={addressOf('AdminLogin')}>Login</Link>
      </p>
    </EntrancePanel>
  );
}
