import { useLazyComponent } from '@kickoff/web';
import { useRef, type ReactNode } from 'react';

import type { MoreEntriesProps } from './MoreEntries';

const loadMore = () => import(/* webpackChunkName: "fan-later" */ './MoreEntries');

interface MoreProps extends Pick<MoreEntriesProps, 'entries' | 'isBelow'> {
  className?: string;
  /** The content of the button. */
  children: ReactNode;
}

/** A button with the entries of the navigation for which a bar has no room. */
export function More({ className, children, ...list }: MoreProps) {
  const more = useLazyComponent(loadMore);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        className={className}
        type="button"
        aria-expanded={more.isOpen}
        aria-current={list.entries.some(({ isCurrent }) => isCurrent) || undefined}
        ref={button}
        onClick={more.isOpen ? more.close : more.open}
      >
        {children}
      </button>
      {more.Component ? <more.Component {...list} opener={button} onClose={more.close} /> : null}
    </>
  );
}
