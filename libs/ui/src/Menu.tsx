import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { Icon } from './Icon';
import { ellipsis } from './icons';

interface MenuProps {
  /** Names the button and the list. */
  label: string;
  /** Its items: each a `MenuItem`. */
  children: ReactNode;
}

interface MenuItemProps {
  icon: Parameters<typeof Icon>[0]['icon'];
  isDanger?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One thing that can be done. */
export function MenuItem({ icon, isDanger, onChoose, children }: MenuItemProps) {
  return (
    <button
      className={isDanger ? 'ko-opt ko-opt--danger' : 'ko-opt'}
      role="menuitem"
      type="button"
      tabIndex={-1}
      onClick={onChoose}
    >
      <Icon icon={icon} />
      {children}
    </button>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with three dots, and what can be done behind it. */
export function Menu({ label, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const items = () => Array.from(list.current?.querySelectorAll('button') ?? []);
  useEffect(() => {
    if (!isOpen) return undefined;
    list.current?.querySelector('button')?.focus();
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    // Before what was chosen is drawn, so that a dialog gives the focus back to here.
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
    if (event.key === 'Tab') setOpen(false);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    all[step(at, all.length)]?.focus();
  };
  return (
    <span style={{ position: 'relative' }} ref={place}>
      <button
        className="ko-icbtn"
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        ref={button}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={ellipsis} />
      </button>
      {isOpen ? (
        <div
          className="ko-pop"
          role="menu"
          aria-label={label}
          style={{ insetBlockStart: 'calc(100% + 6px)', insetInlineEnd: 0, width: 'max-content' }}
          ref={list}
          onKeyDown={move}
          onClick={close}
        >
          {children}
        </div>
      ) : null}
    </span>
  );
}
