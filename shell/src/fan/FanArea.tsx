import type { PageName } from '@kickoff/contracts';
import { icons, Icon, Logo, PictureButton } from '@kickoff/ui';
import {
  addressOf,
  answerDraftQueries,
  requestComposer,
  keptTheme,
  Link,
  logOut,
  pictureAddress,
  ServerState,
  useDeferredComponent,
  useOwnProfile,
  useLazyComponent,
  wearTheme,
} from '@kickoff/web';
import { useEffect, useLayoutEffect, useState, type ComponentProps } from 'react';

import { LogOutQuestion } from '../LogOutQuestion';
import { OfflineBar } from '../OfflineBar';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { Bell } from './Bell';
import { FanSearch } from './FanSearch';
import { installOfflineCopy } from './offline-copy';
import { FeedSkeleton } from './FeedSkeleton';

export { preparePage as prepare } from '../remotes/host';

const loadAnnouncements = () => import(/* webpackChunkName: "fan-later" */ './AnnouncementBar');
const loadSearchSheet = () => import(/* webpackChunkName: "search-sheet" */ './SearchSheet');

/** Applies the fan's theme; until the profile has loaded, the one last used on this device. */
function useTheme(theme = keptTheme()) {
  useLayoutEffect(() => wearTheme(theme), [theme]);
  useEffect(() => {
    // Another tab may have changed it.
    const look = () => wearTheme(keptTheme());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // Pages before login follow the system's theme, as does the next fan until their profile loads.
  useLayoutEffect(() => () => wearTheme('system'), []);
}

function TopBar({ page }: { page: PageName }) {
  const { data: me } = useOwnProfile();
  const isAtProfile = page === 'OwnProfile';
  useTheme(me?.settings.theme);
  return (
    <header className="ko-top">
      <div className="ko-top__in">
        <Link className="ko-logo" to={addressOf('Home')} aria-label="KickOff, home">
          <Logo />
        </Link>
        <div className="ko-top__search">
          <FanSearch />
        </div>
        <div className="ko-top__me">
          <Bell />
          {me ? (
            <PictureButton
              fan={me}
              picture={pictureAddress(me)}
              large={pictureAddress(me, 640)}
              size={36}
            />
          ) : (
            <span className="ko-av ko-av--36" />
          )}
          <span className="ko-top__user">{me?.username}</span>
          <Link
            className={`ko-btn ko-btn--sm${isAtProfile ? ' ko-btn--soft' : ''}`}
            to={addressOf('OwnProfile')}
            aria-current={isAtProfile ? 'page' : undefined}
          >
            Profile
          </Link>
          <button className="ko-btn ko-btn--sm" type="button" onClick={() => void logOut('fan')}>
            <Icon icon={icons.logOut} size={16} />
            Logout
          </button>
        </div>
      </div>
    </header>
  );
}

interface TabProps {
  to: string;
  icon: ComponentProps<typeof Icon>['icon'];
  text: string;
  isCurrent: boolean;
}

function Tab({ to, icon, text, isCurrent }: TabProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon icon={icon} size={24} />
      {text}
    </Link>
  );
}

/** The navigation of small screens. */
function TabBar({ page, onSearch }: { page: PageName; onSearch: () => void }) {
  return (
    <nav className="ko-tabbar" aria-label="Main">
      <Tab to={addressOf('Home')} icon={icons.house} text="Home" isCurrent={page === 'Home'} />
      <Tab
        to={addressOf('Leagues')}
        icon={icons.trophy}
        text="Leagues"
        isCurrent={page === 'Leagues' || page === 'League' || page === 'Match'}
      />
      <button type="button" onClick={requestComposer}>
        <Icon icon={icons.squarePen} size={24} />
        Post
      </button>
      <button type="button" aria-haspopup="dialog" onClick={onSearch}>
        <Icon icon={icons.search} size={24} />
        Search
      </button>
      <Tab
        to={addressOf('OwnProfile')}
        icon={icons.user}
        text="Profile"
        isCurrent={page === 'OwnProfile'}
      />
    </nav>
  );
}

/** The layout of all fan pages. */
export default function FanArea({ page }: ScreenProps) {
  const sheet = useLazyComponent(loadSearchSheet);
  const announcements = useDeferredComponent(loadAnnouncements);
  const [first] = useState(page);
  useEffect(installOfflineCopy, []);
  useEffect(answerDraftQueries, []);
  return (
    <ServerState of="fan">
      <a className="ko-skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <TopBar page={page.name} />
      {announcements.Component ? <announcements.Component /> : null}
      <main id="main" tabIndex={-1}>
        <RemotePage page={page} before={page === first ? <FeedSkeleton /> : null} />
      </main>
      <TabBar page={page.name} onSearch={sheet.open} />
      <LogOutQuestion audience="fan" />
      {sheet.Component ? <sheet.Component onClose={sheet.close} /> : null}
    </ServerState>
  );
}
