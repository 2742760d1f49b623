import type { PageName } from '@kickoff/contracts';
import { Icon } from '@kickoff/ui';
import { Link } from '@kickoff/web';
import type { ComponentProps } from 'react';

interface SideLinkProps {
  to: string;
  icon: ComponentProps<typeof Icon>['icon'];
  text: string;
  /** The pages that it stands for: where it leads, and those below it. */
  pages: readonly PageName[];
  present: PageName;
}

/** A way of the sidebar; marked where the admin is. */
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
