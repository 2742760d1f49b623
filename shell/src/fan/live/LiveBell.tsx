import { icons, Icon } from '@kickoff/ui';
import { addressOf, goTo, showNews, useIsOffline } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { NotificationsPopup } from './NotificationsPopup';
import { useLiveScores } from './useLiveScores';
import { useLiveState } from './useLiveState';
import { useNotifications } from './useNotifications';

// Where the tab bar comes in: a list over the page would cover all of it (design, part 9).
const PHONE = '(max-width: 767px)';

function countInWords(unread: number): string {
  return unread === 0 ? 'Notifications' : `Notifications, ${shortCount(unread)} new`;
}

function shortCount(unread: number): string {
  return unread > 99 ? '99+' : `${unread}`;
}

/**
 * The bell with its number, and what keeps the page up to date behind it: the
 * connection, the scores and the notifications. The default export, for a lazy chunk.
 */
export default function LiveBell() {
  const { isReconnecting } = useLiveState();
  const isOffline = useIsOffline();
  useLiveScores();
  const notifications = useNotifications();
  const unread = notifications.data?.unread ?? 0;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    showNews(unread);
    return () => showNews(0);
  }, [unread]);

  const toggle = () => {
    if (window.matchMedia(PHONE).matches) goTo(addressOf('Notifications'));
    else setOpen(!isOpen);
  };
  return (
    <>
      <button
        className="ko-icbtn"
        type="button"
        aria-label={countInWords(unread)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        ref={button}
        onClick={toggle}
      >
        <Icon icon={icons.bell} />
        {unread > 0 ? <span className="ko-icbtn__n">{shortCount(unread)}</span> : null}
      </button>
      <span role="status">
        {isReconnecting && !isOffline ? (
          <span className="ko-pop ko-chip" style={{ insetInlineEnd: 0, insetBlockStart: '100%' }}>
            Reconnecting...
          </span>
        ) : null}
      </span>
      {isOpen ? (
        <NotificationsPopup
          notifications={notifications}
          opener={button}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
