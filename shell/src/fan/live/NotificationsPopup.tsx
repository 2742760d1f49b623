import '@kickoff/ui/lists.css';
import '../popups.css';
import { notificationAddress } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  Loading,
  NotificationLine,
  type PopupProps,
  usePopup,
} from '@kickoff/ui';
import { addressOf, Link, pictureAddress, raiseToast, useNow, useQueryClient } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

import { texts } from '../../texts';
import { markSeen, type useNotifications } from './useNotifications';

const NONE: ReadonlySet<string> = new Set();

interface NotificationsPopupProps extends PopupProps {
  notifications: ReturnType<typeof useNotifications>;
}

/** The newest notifications, over the page. */
export function NotificationsPopup({ notifications, opener, onClose }: NotificationsPopupProps) {
  const { data, isPending, isError, refetch, markAllRead } = notifications;
  const queries = useQueryClient();
  const now = useNow();
  const popup = usePopup<HTMLDivElement>({ opener, onClose });

  // Rows that were new when they were shown retain that look until the popup closes.
  const [newIds, setNewIds] = useState(NONE);
  const added = data?.items.filter(({ _id, read }) => !read && !newIds.has(_id)) ?? [];
  if (added.length > 0) setNewIds(new Set([...newIds, ...added.map(({ _id }) => _id)]));

  const seen = data?.items.flatMap(({ _id, read }) => (read ? [] : _id)).join();
  const marked = useRef<string>(undefined);
  useEffect(() => {
    if (seen === marked.current) return;
    marked.current = seen;
    // On failure they stay unread until the next time.
    if (seen) markSeen(queries, seen.split(',')).catch(() => undefined);
  }, [queries, seen]);

  const markAll = () => {
    markAllRead().then(
      // The button goes with the last unread one.
      () => {
        setNewIds(NONE);
        popup.current?.focus();
      },
      (failure: unknown) => raiseToast({ kind: 'error', text: errorMessage(failure) }),
    );
  };
  const closeToOpener = () => {
    opener.current?.focus();
    onClose();
  };
  return (
    <div
      className="ko-pop ko-pop--bell"
      role="dialog"
      aria-label={texts.notifications.title}
      tabIndex={-1}
      ref={popup}
    >
      {isPending ? <Loading /> : null}
      {isError && !data ? (
        <ErrorState text={texts.notifications.failed} onRetry={() => void refetch()} />
      ) : null}
      {data?.items.length === 0 ? (
        <p className="ko-opt ko-none">{texts.notifications.none}</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <ul>
          {data.items.map((notification) => (
            <li key={notification._id}>
              <Link
                className="ko-opt"
                to={notificationAddress(notification)}
                onClick={closeToOpener}
              >
                <NotificationLine
                  notification={{
                    ...notification,
                    read: notification.read && !newIds.has(notification._id),
                  }}
                  picture={notification.actors[0] && pictureAddress(notification.actors[0])}
                  now={now}
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="ko-row">
        {data && data.unread > 0 ? (
          <Button look="soft" size="sm" onClick={markAll}>
            {texts.notifications.markAll}
          </Button>
        ) : null}
        <Link
          className="ko-btn ko-btn--line ko-btn--sm"
          to={addressOf('Notifications')}
          onClick={closeToOpener}
        >
          {texts.notifications.all}
        </Link>
      </div>
    </div>
  );
}
