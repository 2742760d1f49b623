import type { PageMatch } from '@kickoff/contracts';
import { icons, Icon } from '@kickoff/ui';
import { addressOf, logOut } from '@kickoff/web';

import { navigationLinks } from '../navigation/navigation-links';
import { texts } from '../texts';
import { SideGroup } from './SideGroup';
import { SideLink } from './SideLink';

const GROUPS = [
  { title: texts.admin.users, place: 'admin/users' },
  { title: texts.admin.content, place: 'admin/content' },
  { title: texts.admin.analytics, place: 'admin/analytics' },
] as const;

/** The admins' navigation: the dashboard, three collapsible groups and the logout. */
export function Sidebar({ page }: { page: PageMatch }) {
  const dashboard = addressOf('AdminHome');
  return (
    <nav className="ko-admin__side" aria-label={texts.admin.navigation}>
      <ul>
        <SideLink
          to={dashboard}
          icon="house"
          label={texts.admin.dashboard}
          isCurrent={page.address === dashboard}
        />
      </ul>
      {GROUPS.map(({ title, place }) => (
        <SideGroup key={title} title={title}>
          {navigationLinks(place, page).map((link) => (
            <SideLink key={link.label} {...link} />
          ))}
        </SideGroup>
      ))}
      <div className="ko-out">
        <button className="ko-sidelink" type="button" onClick={() => void logOut('admin')}>
          <Icon icon={icons.logOut} />
          {texts.logOut.button}
        </button>
      </div>
    </nav>
  );
}
