import './popups.css';
import { Icon, type PopupProps, usePopup } from '@kickoff/ui';
import { Link } from '@kickoff/web';
import type { ComponentProps } from 'react';

import type { NavigationLink } from '../navigation/navigation-links';

interface Entry extends Omit<NavigationLink, 'icon'> {
  /** Undefined until it has loaded. */
  icon: ComponentProps<typeof Icon>['icon'] | undefined;
}

export interface MoreEntriesProps extends PopupProps {
  entries: readonly Entry[];
  /** Whether the list opens below its bar, which is the top bar. */
  isBelow?: boolean;
}

/** The entries for which a bar has no room. Default export, for a lazy chunk. */
export default function MoreEntries({ entries, isBelow = false, ...popup }: MoreEntriesProps) {
  const list = usePopup<HTMLUListElement>(popup);
  return (
    <ul
      className={isBelow ? 'ko-pop ko-pop--entries' : 'ko-pop ko-pop--entries ko-pop--above'}
      tabIndex={-1}
      ref={list}
    >
      {entries.map(({ to, icon = [], label, isCurrent }, index) => (
        <li key={label}>
          <Link
            className={isCurrent ? 'ko-opt ko-opt--new' : 'ko-opt'}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            data-first={index === 0 || undefined}
            onClick={popup.onClose}
          >
            <Icon icon={icon} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
