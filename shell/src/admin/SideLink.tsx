import { Icon, navigationIcons } from '@kickoff/ui';
import { Link } from '@kickoff/web';

import type { NavigationLink } from '../navigation/navigation-links';

/** A link of the sidebar, marked when its page is current. */
export function SideLink({ to, icon, label, isCurrent }: NavigationLink) {
  return (
    <li>
      <Link className="ko-sidelink" to={to} aria-current={isCurrent ? 'page' : undefined}>
        <Icon icon={navigationIcons[icon]} />
        {label}
      </Link>
    </li>
  );
}
