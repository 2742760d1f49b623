import { ANNOUNCEMENTS_ELEMENT, type PageMatch } from '@kickoff/contracts';
import { useIsNarrow } from '@kickoff/ui';
import {
  answerDraftQueries,
  ServerState,
  useDeferredComponent,
  useLazyComponent,
} from '@kickoff/web';
import { type ComponentType, useEffect, useState } from 'react';

import { LogOutQuestion } from '../LogOutQuestion';
import { OfflineBar } from '../OfflineBar';
import { preparePage } from '../remotes/host';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { texts } from '../texts';
import type { AnnouncementBarProps } from './AnnouncementBar';
import { FeedSkeleton } from './FeedSkeleton';
import { installOfflineCopy } from './offline-copy';
import { TabBar } from './TabBar';
import { TopBar } from './TopBar';

const loadAnnouncements = () => import(/* webpackChunkName: "announcements" */ './AnnouncementBar');
const loadSearchSheet = () => import(/* webpackChunkName: "search" */ './search/SearchSheet');

let announced: ComponentType<AnnouncementBarProps> | undefined;

/** Starts loading the page. The first paint waits for announcements that the document has. */
export async function prepare(page: PageMatch): Promise<void> {
  preparePage(page);
  if (announced || !document.getElementById(ANNOUNCEMENTS_ELEMENT)) return;
  // Without its code they are tried again later.
  announced = await loadAnnouncements().then(
    (module) => module.default,
    () => undefined,
  );
}

/** The layout of all fan pages. */
export default function FanArea({ page }: ScreenProps) {
  const sheet = useLazyComponent(loadSearchSheet);
  const later = useDeferredComponent(loadAnnouncements).Component;
  const Announcements = announced ?? later;
  const isNarrow = useIsNarrow();
  const [first] = useState(page);
  useEffect(installOfflineCopy, []);
  useEffect(answerDraftQueries, []);
  return (
    <ServerState of="fan">
      <a className="ko-skip" href="#main">
        {texts.layout.skip}
      </a>
      <OfflineBar />
      <TopBar page={page} />
      {Announcements ? <Announcements address={page.address} /> : null}
      <main id="main" tabIndex={-1}>
        <RemotePage page={page} before={page === first ? <FeedSkeleton /> : null} />
      </main>
      {isNarrow ? <TabBar page={page} onSearch={sheet.open} /> : null}
      <LogOutQuestion audience="fan" />
      {sheet.Component ? <sheet.Component onClose={sheet.close} /> : null}
    </ServerState>
  );
}
