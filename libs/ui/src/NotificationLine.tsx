import type { Notification } from '@kickoff/contracts';

import { Avatar } from './Avatar';
import { bell } from './icons';
import { Icon } from './Icon';
import { fillText, pluralText } from './fill-text';
import { formatAge } from './format-age';
import { texts } from './texts';

interface NotificationLineProps {
  notification: Notification;
  /** Address of the picture of the latest actor. */
  picture: string | undefined;
  now: number;
}

/** Formats the actors: A; A and B; A and 4 others. */
export function formatActors({ actors: [first, second], count }: Notification): string {
  if (!first) return pluralText(texts.actors.unnamed, count, { count });
  if (count === 1) return first.username;
  if (count === 2 && second) {
    return fillText(texts.actors.two, { first: first.username, second: second.username });
  }
  return pluralText(texts.actors.more, count - 1, { first: first.username, count: count - 1 });
}

/** Formats a notification as a sentence. */
export function formatNotification(notification: Notification): string {
  const { kind, afterMine, text } = notification;
  const who = formatActors(notification);
  switch (kind) {
    case 'like':
      return fillText(texts.notification.like, { who });
    case 'comment':
      return fillText(
        afterMine ? texts.notification.commentAfterMine : texts.notification.comment,
        { who },
      );
    case 'follow':
      return fillText(texts.notification.follow, { who });
    case 'story':
      return fillText(texts.notification.story, { who });
    case 'team':
      return text ?? texts.notification.team;
    case 'report':
      return text ?? texts.notification.report;
    case 'quote':
      return fillText(texts.notification.quote, { who });
    case 'reply':
      return fillText(texts.notification.reply, { who });
    case 'match':
      return text ?? texts.notification.match;
    case 'moderation':
      return text ?? texts.notification.moderation;
  }
}

/** One notification. The caller renders the link or row around it. */
export function NotificationLine({ notification, picture, now }: NotificationLineProps) {
  const { actors, createdAt, excerpt, kind, read } = notification;
  const [actor] = actors;
  return (
    <>
      {actor ? (
        <Avatar fan={actor} picture={picture} size={36} />
      ) : (
        <span className="ko-icbtn" aria-hidden="true">
          <Icon icon={bell} />
        </span>
      )}
      <span className="ko-notification">
        {formatNotification(notification)}
        {read ? null : <span className="ko-sr"> {texts.notification.new}</span>}{' '}
        <small className="ko-none">
          <time dateTime={createdAt}>{formatAge(createdAt, now)}</time>
        </small>
        {excerpt === undefined ? null : (
          <q className={kind === 'reply' ? 'ko-notification__whole' : undefined} dir="auto">
            {excerpt}
          </q>
        )}
      </span>
      {read ? null : <span className="ko-notification__unread" aria-hidden="true" />}
    </>
  );
}
