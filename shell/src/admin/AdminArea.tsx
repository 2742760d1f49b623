import '@kickoff/ui/admin.css';
import { Icon, Mark, icons } from '@kickoff/ui';
import { addressOf, answerDraftQueries, Link, ServerState } from '@kickoff/web';
import { useEffect } from 'react';

import { LogOutQuestion } from '../LogOutQuestion';
import { OfflineBar } from '../OfflineBar';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { texts } from '../texts';
import { SessionEnd } from './SessionEnd';
import { Sidebar } from './Sidebar';

export { preparePage as prepare } from '../remotes/host';

/** The layout of all admin pages. */
export default function AdminArea({ page }: ScreenProps) {
  useEffect(answerDraftQueries, []);
  return (
    <ServerState of="admin">
      <a className="ko-skip" href="#main">
        {texts.layout.skip}
      </a>
      <OfflineBar />
      <div className="ko-admin">
        <header className="ko-admin__top">
          <Mark />
          <b>{texts.admin.title}</b>
          <Link className="ko-btn ko-btn--sm" to={addressOf('AdminHome')}>
            <Icon icon={icons.arrowLeft} size={16} />
            {texts.admin.back}
          </Link>
        </header>
        <Sidebar page={page} />
        <main className="ko-admin__main" id="main" tabIndex={-1}>
          <div className="ko-admin__in">
            <SessionEnd />
            <RemotePage page={page} />
          </div>
        </main>
      </div>
      <LogOutQuestion audience="admin" />
    </ServerState>
  );
}
