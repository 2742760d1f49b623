import { useIsNarrow } from '@kickoff/ui';
import {
  answerDraftQueries,
  ServerState,
  useDeferredComponent,
  useLazyComponent,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { LogOutQuestion } from '../LogOutQuestion';
import { OfflineBar } from '../OfflineBar';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { FeedSkeleton } from './FeedSkeleton';
import { installOfflineCopy } from './offline-copy';
import { TabBar } from './TabBar';
import { TopBar } from './TopBar';

export { preparePage as prepare } from '../remotes/host';

const loadAnnouncements = () => import(/* webpackChunkName: "fan-later" */ './AnnouncementBar');
const loadSearchSheet = () => import(/* webpackChunkName: "search-sheet" */ './search/SearchSheet');

/** The layout of all fan pages. */
export default function FanArea({ page }: ScreenProps) {
  const sheet = useLazyComponent(loadSearchSheet);
  const announcements = useDeferredComponent(loadAnnouncements);
  const isNarrow = useIsNarrow();
  const [first] = useState(page);
  useEffect(installOfflineCopy, []);
  useEffect(answerDraftQueries, []);
  return (
    <ServerState of="fan">
      <a className="ko-skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <TopBar page={page} />
      {announcements.Component ? <announcements.Component /> : null}
      <main id="main" tabIndex={-1}>
        <RemotePage page={page} before={page === first ? <FeedSkeleton /> : null} />
      </main>
      {isNarrow ? <TabBar page={page} onSearch={sheet.open} /> : null}
      <LogOutQuestion audience="fan" />
      {sheet.Component ? <sheet.Component onClose={sheet.close} /> : null}
    </ServerState>
  );
}
