import '../popups.css';
import type { PopupProps } from '@kickoff/ui';
import { showNews, useIsOffline } from '@kickoff/web';
import { useEffect, useRef } from 'react';

import { texts } from '../../texts';
import { NotificationsPopup } from './NotificationsPopup';
import { useLiveState } from './useLiveState';
import { useNotifications } from './useNotifications';
import { useViewpointChanges } from './useViewpointChanges';

export interface LiveBellProps extends PopupProps {
  /** Whether the popup is open. */
  isOpen: boolean;
  /** Called with the number of unread notifications when it changes. */
  onUnread: (unread: number) => void;
}

/**
 * Runs the live connection and notifications, with their popup. Default export, for a
 * lazy chunk.
 */
export default function LiveBell({ opener, isOpen, onUnread, onClose }: LiveBellProps) {
  const { isReconnecting } = useLiveState();
  useViewpointChanges();
  const isOffline = useIsOffline();
  const notifications = useNotifications();
  const unread = notifications.data?.unread;

  const report = useRef(onUnread);
  useEffect(() => {
    report.current = onUnread;
  });
  useEffect(() => {
    if (unread === undefined) return undefined;
    report.current(unread);
    showNews(unread);
    return () => showNews(0);
  }, [unread]);

  return (
    <>
      <span role="status">
        {isReconnecting && !isOffline ? (
          <span className="ko-pop ko-pop--chip ko-chip">{texts.live.reconnecting}</span>
        ) : null}
      </span>
      {isOpen ? (
        <NotificationsPopup notifications={notifications} opener={opener} onClose={onClose} />
      ) : null}
    </>
  );
}
