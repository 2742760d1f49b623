import '@kickoff/ui/admin.css';
import { Icon, Mark, icons } from '@kickoff/ui';
import { addressOf, Link, logOut, ServerState } from '@kickoff/web';

import { OfflineBar } from '../OfflineBar';
import { RemotePage } from '../remotes/RemotePage';
import type { ScreenProps } from '../screen';
import { SideGroup } from './SideGroup';

export { preparePage as prepare } from '../remotes/host';

/** The frame of all admin pages. */
export default function AdminArea({ page }: ScreenProps) {
  return (
    <ServerState of="admin">
      <a className="ko-skip" href="#main">
        Skip to content
      </a>
      <OfflineBar />
      <div className="ko-admin">
        <header className="ko-admin__top">
          <Mark />
          <b>Admin Dashboard</b>
          <Link className="ko-btn ko-btn--sm" to={addressOf('AdminHome')}>
            <Icon icon={icons.arrowLeft} size={16} />
            Back to Home
          </Link>
        </header>
        <nav className="ko-admin__side" aria-label="Admin">
          <SideGroup title="Analytics">
            <li>
              <Link
                className="ko-sidelink"
                to={addressOf('FootballFeed')}
                aria-current={page.name === 'FootballFeed' ? 'page' : undefined}
              >
                <Icon icon={icons.trophy} />
                Data Feed
              </Link>
            </li>
          </SideGroup>
          <div className="ko-out">
            <button className="ko-sidelink" type="button" onClick={() => logOut('admin')}>
              <Icon icon={icons.logOut} />
              Logout
            </button>
          </div>
        </nav>
        <main className="ko-admin__main" id="main">
          <div className="ko-admin__in">
            <RemotePage page={page} />
          </div>
        </main>
      </div>
    </ServerState>
  );
}
