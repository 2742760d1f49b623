import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';

import { Icon } from './Icon';
import { ellipsis } from './icons';
import { usePopup, type PopupProps } from './usePopup';

interface MenuProps {
  /** Accessible name of the button and the list. */
  label: string;
  /** The items; each is a `MenuItem`. */
  children: ReactNode;
}

interface MenuListProps extends MenuProps, PopupProps {
  className?: string;
  style?: CSSProperties;
}

interface MenuItemProps {
  icon: Parameters<typeof Icon>[0]['icon'];
  isDanger?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const items = Array.from(event.currentTarget.querySelectorAll('button'));
  const at = items.findIndex((item) => item === document.activeElement);
  items[step(at, items.length)]?.focus();
}

/** The list of a menu whose button the caller renders. */
export function MenuList({ label, className = '', style, children, ...popup }: MenuListProps) {
  const list = usePopup<HTMLDivElement>(popup);
  return (
    <div
      className={`ko-pop ${className}`}
      role="menu"
      aria-label={label}
      style={style}
      tabIndex={-1}
      ref={list}
      onKeyDown={moveFocus}
      // Close before the action renders, so that a dialog can return the focus to the button.
      onClickCapture={() => popup.opener.current?.focus()}
      // Close after `click`: browsers render between the two events, and a removed menu gets no
      // click.
      onClick={popup.onClose}
    >
      {children}
    </div>
  );
}

/** A button with three dots that opens a menu. */
export function Menu({ label, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="ko-relative">
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
        <MenuList
          label={label}
          className="ko-pop--menu"
          opener={button}
          onClose={() => setOpen(false)}
        >
          {children}
        </MenuList>
      ) : null}
    </span>
  );
}
