import clsx from 'clsx';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { texts } from '../../texts';
import styles from './MatchTabs.module.css';

interface MatchTabsProps<Name extends string> {
  /** At least one. */
  names: readonly Name[];
  labels: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs over one panel. Arrow keys choose the tab beside. */
export function MatchTabs<Name extends string>({
  names,
  labels,
  chosen,
  onChoose,
  children,
}: MatchTabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = STEPS[event.key]?.(names.indexOf(chosen), names.length);
    const name = at === undefined ? undefined : names[at];
    if (at === undefined || name === undefined) return;
    event.preventDefault();
    onChoose(name);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <>
      <div
        className={clsx('ko-seg', styles.tabs)}
        role="tablist"
        aria-label={texts.matches.tabs}
        ref={list}
        onKeyDown={move}
      >
        {names.map((name) => (
          <button
            key={name}
            id={`${id}${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}panel`}
            tabIndex={name === chosen ? undefined : -1}
            onClick={() => onChoose(name)}
          >
            {labels[name]}
          </button>
        ))}
      </div>
      {/* Gets the focus when the button at its end goes. */}
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
