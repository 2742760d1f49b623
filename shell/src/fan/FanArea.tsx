import { Icon, Logo, icons } from '@kickoff/ui';
import { addressOf, forgetSession, goTo, Link, ServerState, useOwnProfile } from '@kickoff/web';

import { OfflineBar } from '../OfflineBar';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screens';

export { preparePage as prepare } from '../remotes/host';

function TopBar() {
  const { data: me } = useOwnProfile();
  const logOut = () => {
    goTo(addressOf('Landing'));
    forgetSession('fan');
  };
  return (
    <header className="ko-top">
      <div className="ko-top__in">
        <Link className="ko-logo" to={addressOf('Home')} aria-label="KickOff, home">
          <Logo />
        </Link>
        <div className="ko-top__search" />
        <div className="ko-top__me">
          <span className="ko-top__user">{me?.username}</span>
          <Link className="ko-btn ko-btn--sm" to={addressOf('OwnProfile')}>
            Profile
          </Link>
          <button className="ko-btn ko-btn--sm" type="button" onClick={logOut}>
            <Icon icon={icons.logOut} size={16} />
            Logout
          </button>
        </div>
      </div>
    </header>
  );
}

/** The layout of all fan pages. */
export default function FanArea({ page }: ScreenProps) {
  return (
    <ServerState of="fan">
      <a className="ko-skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <TopBar />
      <main id="main">
        <RemotePage page={page} />
      </main>
    </ServerState>
  );
}
