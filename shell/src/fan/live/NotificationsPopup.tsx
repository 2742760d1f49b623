import { notificationAddress } from '@kickoff/contracts';
import { Button, ErrorState, Loading, NotificationLine } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, raiseToast, useNow, useQueryClient } from '@kickoff/web';
import { useEffect, useRef, type RefObject } from 'react';

import { markSeen, type useNotifications } from './useNotifications';

interface NotificationsPopupProps {
  notifications: ReturnType<typeof useNotifications>;
  /** The control that opens and closes it. */
  button: RefObject<HTMLElement>;
  onClose: () => void;
}

/** The newest notifications, over the page. */
export function NotificationsPopup({ notifications, button, onClose }: NotificationsPopupProps) {
  const { data, isPending, isError, refetch, markAllRead } = notifications;
  const queries = useQueryClient();
  const now = useNow();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
    const leave = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Node &&
        (place.current?.contains(target) === true || button.current?.contains(target) === true);
      if (!isInside) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [button, onClose]);

  const seen = data?.items.flatMap(({ _id, read }) => (read ? [] : _id)).join();
  useEffect(() => {
    // What fails here is seen again the next time.
    if (seen) markSeen(queries, seen.split(',')).catch(() => undefined);
  }, [queries, seen]);

  const markAll = () => {
    markAllRead().catch((failure: unknown) =>
      raiseToast({
        kind: 'error',
        text: failure instanceof Error ? failure.message : String(failure),
      }),
    );
  };
  return (
    <div
      className="ko-pop ko-pop--bell"
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      ref={place}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      {isPending ? <Loading /> : null}
      {isError && !data ? (
        <ErrorState text="Failed to fetch notifications" onRetry={() => void refetch()} />
      ) : null}
      {data?.items.length === 0 ? <p className="ko-opt ko-none">Nothing new yet.</p> : null}
      {data && data.items.length > 0 ? (
        <ul>
          {data.items.map((notification) => (
            <li key={notification._id}>
              <Link
                className={notification.read ? 'ko-opt' : 'ko-opt ko-opt--new'}
                to={notificationAddress(notification)}
                onClick={onClose}
              >
                <NotificationLine
                  notification={notification}
                  picture={notification.actors[0] && pictureAddress(notification.actors[0])}
                  now={now}
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="ko-row">
        <Button look="soft" size="sm" onClick={markAll}>
          Mark all read
        </Button>
        <Link
          className="ko-btn ko-btn--line ko-btn--sm"
          to={addressOf('Notifications')}
          onClick={onClose}
        >
          See all
        </Link>
      </div>
    </div>
  );
}
