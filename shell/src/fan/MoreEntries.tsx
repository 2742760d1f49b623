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

const PLACE = { maxHeight: '60vh', overflowY: 'auto', overflowWrap: 'anywhere' } as const;
/** Within the screen. */
const ABOVE = {
  insetBlockEnd: 'calc(100% + 6px)',
  insetInlineEnd: 8,
  maxWidth: 'calc(100% - 16px)',
} as const;
const BELOW = { insetBlockStart: 'calc(100% + 6px)', minWidth: 200 } as const;

/** The entries for which a bar has no room. Default export, for a lazy chunk. */
export default function MoreEntries({ entries, isBelow = false, ...popup }: MoreEntriesProps) {
  const list = usePopup<HTMLUListElement>(popup);
  return (
    <ul
      className="ko-pop"
      style={{ ...PLACE, ...(isBelow ? BELOW : ABOVE) }}
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
