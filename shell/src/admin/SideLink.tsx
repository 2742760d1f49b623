import type { PageName } from '@kickoff/contracts';
import { Icon } from '@kickoff/ui';
import { Link } from '@kickoff/web';
import type { ComponentProps } from 'react';

interface SideLinkProps {
  to: string;
  icon: ComponentProps<typeof Icon>['icon'];
  text: string;
  /** The pages it is marked as current for: its target and that page's subpages. */
  pages: readonly PageName[];
  present: PageName;
}

/** A link of the sidebar, marked when its page is current. */
export function SideLink({ to, icon, text, pages, present }: SideLinkProps) {
  return (
    <li>
      <Link
        className="ko-sidelink"
        to={to}
        aria-current={pages.includes(present) ? 'page' : undefined}
      >
        <Icon icon={icon} />
        {text}
      </Link>
    </li>
  );
}
