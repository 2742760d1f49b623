import type { PageName } from '@kickoff/contracts';
import { icons, Icon } from '@kickoff/ui';
import { addressOf, logOut } from '@kickoff/web';

import { SideGroup } from './SideGroup';
import { SideLink } from './SideLink';

/** Each link leads to its first page. */
const GROUPS = [
  {
    title: 'User management',
    links: [
      { text: 'View Users', icon: icons.users, pages: ['FanList', 'FanRecord'] },
      { text: 'Admins', icon: icons.shieldUser, pages: ['AdminList'] },
      { text: 'Audit Log', icon: icons.scrollText, pages: ['AuditLog'] },
    ],
  },
  {
    title: 'Content management',
    links: [
      { text: 'Manage Posts', icon: icons.fileText, pages: ['PostList'] },
      { text: 'Reports', icon: icons.flag, pages: ['ReportQueue'] },
      { text: 'Announcements', icon: icons.megaphone, pages: ['Announcements'] },
    ],
  },
  {
    title: 'Analytics',
    links: [
      { text: 'User Engagement', icon: icons.chartPie, pages: ['RegistrationGrowth'] },
      { text: 'Content Performance', icon: icons.chartColumn, pages: ['PostEngagement'] },
      { text: 'Data Feed', icon: icons.trophy, pages: ['FootballFeed'] },
      { text: 'Client Errors', icon: icons.circleAlert, pages: ['ClientErrors'] },
    ],
  },
] as const;

/** The admins' navigation: three collapsible groups and the logout. */
export function Sidebar({ present }: { present: PageName }) {
  return (
    <nav className="ko-admin__side" aria-label="Admin">
      {GROUPS.map(({ title, links }) => (
        <SideGroup key={title} title={title}>
          {links.map(({ text, icon, pages }) => (
            <SideLink
              key={text}
              to={addressOf(pages[0])}
              icon={icon}
              text={text}
              pages={pages}
              present={present}
            />
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
