import { notificationAddress, type Notification } from '@kickoff/contracts';
import {
  Button,
  EmptyState,
  ErrorState,
  Loading,
  NotificationLine,
  ShowMore,
  useFocusFallback,
} from '@kickoff/ui';
import { Link, pictureAddress, useNow } from '@kickoff/web';
import { useEffect } from 'react';

import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { markRead, useNotificationPages } from './api/useNotificationPages';

/** Maximum per request. */
const AT_ONCE = 100;
const MARK_ALL = 'mark all read';

/** Marks visible notifications as read, but not while the tab is hidden. */
function useReadBySeeing(notifications: readonly Notification[]): void {
  const unread = notifications
    .filter(({ read }) => !read)
    .slice(0, AT_ONCE)
    .map(({ _id }) => _id)
    .join();
  useEffect(() => {
    if (unread === '') return undefined;
    const see = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', see);
      // On failure they stay unread until the next visit.
      markRead(unread.split(',')).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', see);
    see();
    return () => document.removeEventListener('visibilitychange', see);
  }, [unread]);
}

/** The focus moves to the list when the button goes, because nothing is unread any more. */
function MarkAllRead() {
  const head = useFocusFallback<HTMLParagraphElement>();
  const markAll = () => {
    clearError(MARK_ALL);
    markRead().catch(showError(MARK_ALL));
  };
  return (
    <p className="ko-head" ref={head}>
      <span />
      <Button look="soft" size="sm" onClick={markAll}>
        {texts.notifications.markAllRead}
      </Button>
    </p>
  );
}

/** All notifications, newest first. */
export function NotificationList() {
  const list = useNotificationPages();
  const { data, isError, refetch } = list;
  const now = useNow();
  const notifications = data?.pages.flatMap(({ items }) => items) ?? [];
  useReadBySeeing(notifications);
  const hasUnread = notifications.some(({ read }) => !read);
  if (!data) {
    return isError ? (
      <ErrorState text={texts.notifications.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  if (notifications.length === 0) return <EmptyState text={texts.notifications.none} />;
  return (
    <>
      {hasUnread ? <MarkAllRead /> : null}
      <ul className={hasUnread ? 'ko-notifications ko-mt-2' : 'ko-notifications'}>
        {notifications.map((notification) => (
          <li key={notification._id}>
            <Link className="ko-opt" to={notificationAddress(notification)}>
              <NotificationLine
                notification={notification}
                picture={notification.actors[0] && pictureAddress(notification.actors[0])}
                now={now}
              />
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore
        of={list}
        className="ko-feedend"
        label={texts.actions.showMore}
        failure={texts.notifications.failed}
      />
    </>
  );
}
