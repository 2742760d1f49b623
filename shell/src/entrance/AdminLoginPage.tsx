import { usePageTitle } from '@kickoff/web';

import { LoginForm } from './LoginForm';

export const title = 'Admin login';

export default function AdminLoginPage() {
  usePageTitle(title);
  return (
    <main className="ko-auth">
      <div className="ko-auth__panel">
        <div className="ko-auth__h">
          <h1>Welcome back</h1>
        </div>
        <LoginForm audience="admin" />
      </div>
    </main>
  );
}
