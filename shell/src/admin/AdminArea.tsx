import '@kickoff/ui/admin.css';
import type { PageMatch } from '@kickoff/contracts';
import { Icon, Mark, icons } from '@kickoff/ui';
import { addressOf, answerDraftQueries, Link, ServerState } from '@kickoff/web';
import { useEffect } from 'react';

import { LogOutQuestion } from '../LogOutQuestion';
import { OfflineBar } from '../OfflineBar';
import { preparePage } from '../remotes/host';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { texts } from '../texts';
import { SessionEnd } from './SessionEnd';
import { Sidebar } from './Sidebar';

/** Without the font after this time, pages are drawn in one of the system: as long as browsers wait with texts. */
const FONTS_MS = 3_000;

/** Loads the font of texts as well: columns of tables are as wide as their texts, and a later font moves them. */
export async function prepare(page: PageMatch): Promise<void> {
  preparePage(page);
  const fonts = document.fonts.load('1em Archivo').catch(() => undefined);
  await Promise.race([fonts, new Promise((resolve) => setTimeout(resolve, FONTS_MS))]);
}

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
