import '@kickoff/ui/entrance.css';
import { Logo } from '@kickoff/ui';
import { addressOf, Link, type Audience } from '@kickoff/web';
import type { ReactNode } from 'react';

import { texts } from '../texts';
import stadium from './stadium.svg';

interface AuthLayoutProps {
  audience: Audience;
  heading: string;
  text: string;
  isWide?: boolean;
  children: ReactNode;
}

function Football() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9.5" />
      <path d="m12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4Z" fill="currentColor" />
      <path d="M12 8V3.8L9.2 2.9M12 3.8l2.8-.9M15.8 10.8l4-1.4 1.5 1.8M8.2 10.8l-4-1.4-1.5 1.8M14.3 15.2l2.5 3.5-.7 2M9.7 15.2l-2.5 3.5.7 2" />
    </svg>
  );
}

/** Layout of the login pages and their relatives: a panel in front of the stadium. */
export function AuthLayout({ audience, heading, text, isWide, children }: AuthLayoutProps) {
  return (
    <main className="ko-auth">
      <img className="ko-auth__art" src={stadium} alt="" />
      <div className={isWide ? 'ko-auth__panel ko-auth__panel--wide' : 'ko-auth__panel'}>
        <div className="ko-row">
          <Link className="ko-logo" to={addressOf('Landing')} aria-label={texts.layout.startPage}>
            <Logo />
          </Link>
          {audience === 'admin' ? (
            <span className="ko-chip ko-chip--brand">{texts.auth.admin}</span>
          ) : null}
        </div>
        <div className="ko-auth__h">
          <h1>
            <Football />
            {heading}
          </h1>
          <p>{text}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
