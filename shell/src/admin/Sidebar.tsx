import type { PageMatch } from '@kickoff/contracts';
import { icons, Icon } from '@kickoff/ui';
import { logOut } from '@kickoff/web';

import { navigationLinks } from '../navigation/navigation-links';
import { SideGroup } from './SideGroup';
import { SideLink } from './SideLink';

const GROUPS = [
  { title: 'User management', place: 'admin/users' },
  { title: 'Content management', place: 'admin/content' },
  { title: 'Analytics', place: 'admin/analytics' },
] as const;

/** The admins' navigation: three collapsible groups and the logout. */
export function Sidebar({ page }: { page: PageMatch }) {
  return (
    <nav className="ko-admin__side" aria-label="Admin">
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
          Logout
        </button>
      </div>
    </nav>
  );
}
