import { icons, Icon } from '@kickoff/ui';
import { addressOf, goTo, useLater } from '@kickoff/web';
import { useRef, useState, type ComponentType } from 'react';

import type { LiveBellProps } from './live/LiveBell';

const loadLive = () => import(/* webpackChunkName: "fan-later" */ './live/LiveBell');

// Where the tab bar comes in: a list over the page would cover all of it (design, part 9).
const PHONE = '(max-width: 767px)';

function shortCount(unread: number): string {
  return unread > 99 ? '99+' : `${unread}`;
}

interface BellButtonProps {
  /** What counts and lists the notifications; undefined until its code is there. */
  Live: ComponentType<LiveBellProps> | undefined;
}

/** One button from the first paint on, so that loading `Live` never takes the focus from it. */
export function BellButton({ Live }: BellButtonProps) {
  const [unread, setUnread] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    if (!Live || window.matchMedia(PHONE).matches) goTo(addressOf('Notifications'));
    else setOpen(!isOpen);
  };
  return (
    <span style={{ position: 'relative' }}>
      <button
        className="ko-icbtn"
        type="button"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shortCount(unread)} new`}
        aria-haspopup={Live ? 'dialog' : undefined}
        aria-expanded={Live ? isOpen : undefined}
        ref={button}
        onClick={toggle}
      >
        <Icon icon={icons.bell} />
        {unread > 0 ? <span className="ko-icbtn__n">{shortCount(unread)}</span> : null}
      </button>
      {Live ? (
        <Live opener={button} isOpen={isOpen} onUnread={setUnread} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  );
}

/** The way to the notifications; soon after the page is there, with their number. */
export function Bell() {
  return <BellButton Live={useLater(loadLive).Part} />;
}
