import { fillText, icons, Icon } from '@kickoff/ui';
import { addressOf, goTo, readSession, useDeferredComponent, writeSession } from '@kickoff/web';
import { useRef, useState, type ComponentType } from 'react';

import { texts } from '../texts';
import type { LiveBellProps } from './live/LiveBell';

const loadLive = () => import(/* webpackChunkName: "fan-later" */ './live/LiveBell');

/** Name of the stored count: an array of one number, because only objects are stored. */
const UNREAD = 'unread';

// Below this width the tab bar is shown, which a popup would cover (design, part 9).
const PHONE = '(max-width: 767px)';

function shortCount(unread: number): string {
  return unread > 99 ? '99+' : `${unread}`;
}

interface BellButtonProps {
  /** Counts and lists the notifications; undefined until its code has loaded. */
  Live: ComponentType<LiveBellProps> | undefined;
}

/** One button from the first paint, so that loading `Live` does not take the focus from it. */
export function BellButton({ Live }: BellButtonProps) {
  // Until they are counted, as many as on the tab's last page.
  const [unread, setUnread] = useState(() => Number(readSession(UNREAD) ?? 0));
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = (known: number) => {
    setUnread(known);
    writeSession(UNREAD, [known]);
  };
  const toggle = () => {
    if (!Live || window.matchMedia(PHONE).matches) goTo(addressOf('Notifications'));
    else setOpen(!isOpen);
  };
  return (
    <span className="ko-relative">
      <button
        className="ko-icbtn"
        type="button"
        aria-label={
          unread === 0
            ? texts.notifications.title
            : fillText(texts.notifications.unread, { count: shortCount(unread) })
        }
        aria-haspopup={Live ? 'dialog' : undefined}
        aria-expanded={Live ? isOpen : undefined}
        ref={button}
        onClick={toggle}
      >
        <Icon icon={icons.bell} />
        {unread > 0 ? <span className="ko-icbtn__n">{shortCount(unread)}</span> : null}
      </button>
      {Live ? (
        <Live opener={button} isOpen={isOpen} onUnread={count} onClose={() => setOpen(false)} />
      ) : null}
    </span>
  );
}

/** Link to the notifications. The unread count loads after the page. */
export function Bell() {
  return <BellButton Live={useDeferredComponent(loadLive).Component} />;
}
