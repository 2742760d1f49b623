import type { PageName } from '@kickoff/contracts';
import { adminIcons, Icon, icons } from '@kickoff/ui';
import { addressOf, logOut } from '@kickoff/web';

import { SideGroup } from './SideGroup';
import { SideLink } from './SideLink';

/** The way around for admins: three groups that fold, and the way out. */
export function Sidebar({ present }: { present: PageName }) {
  return (
    <nav className="ko-admin__side" aria-label="Admin">
      <SideGroup title="User management">
        <SideLink
          to={addressOf('FanList')}
          icon={adminIcons.users}
          text="View Users"
          pages={['FanList', 'FanRecord']}
          present={present}
        />
        <SideLink
          to={addressOf('AdminList')}
          icon={adminIcons.shieldUser}
          text="Admins"
          pages={['AdminList']}
          present={present}
        />
        <SideLink
          to={addressOf('AuditLog')}
          icon={adminIcons.scrollText}
          text="Audit Log"
          pages={['AuditLog']}
          present={present}
        />
      </SideGroup>
      <SideGroup title="Content management">
        <SideLink
          to={addressOf('PostList')}
          icon={adminIcons.fileText}
          text="Manage Posts"
          pages={['PostList']}
          present={present}
        />
        <SideLink
          to={addressOf('ReportQueue')}
          icon={adminIcons.flag}
          text="Reports"
          pages={['ReportQueue']}
          present={present}
        />
        <SideLink
          to={addressOf('Announcements')}
          icon={adminIcons.megaphone}
          text="Announcements"
          pages={['Announcements']}
          present={present}
        />
      </SideGroup>
      <SideGroup title="Analytics">
        <SideLink
          to={addressOf('RegistrationGrowth')}
          icon={adminIcons.chartPie}
          text="User Engagement"
          pages={['RegistrationGrowth']}
          present={present}
        />
        <SideLink
          to={addressOf('PostEngagement')}
          icon={adminIcons.chartColumn}
          text="Content Performance"
          pages={['PostEngagement']}
          present={present}
        />
        <SideLink
          to={addressOf('FootballFeed')}
          icon={icons.trophy}
          text="Data Feed"
          pages={['FootballFeed']}
          present={present}
        />
      </SideGroup>
      <div className="ko-out">
        <button className="ko-sidelink" type="button" onClick={() => logOut('admin')}>
          <Icon icon={icons.logOut} />
          Logout
        </button>
      </div>
    </nav>
  );
}
