import { Icon, type PopupProps, usePopup } from '@kickoff/ui';
import { Link } from '@kickoff/web';
import type { ComponentProps } from 'react';

import type { NavigationLink } from '../navigation/navigation-links';

interface Entry extends Omit<NavigationLink, 'icon'> {
  /** Undefined until it has loaded. */
  icon: ComponentProps<typeof Icon>['icon'] | undefined;
}

interface MoreEntriesProps extends PopupProps {
  entries: readonly Entry[];
}

/** Above the tab bar, within the screen. */
const PLACE = {
  insetBlockEnd: 'calc(100% + 6px)',
  insetInlineEnd: 8,
  maxWidth: 'calc(100% - 16px)',
  maxHeight: '60vh',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
} as const;

/** The entries for which the tab bar has no room. Default export, for a lazy chunk. */
export default function MoreEntries({ entries, ...popup }: MoreEntriesProps) {
  const list = usePopup<HTMLUListElement>(popup);
  return (
    <ul className="ko-pop" style={PLACE} tabIndex={-1} ref={list}>
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
