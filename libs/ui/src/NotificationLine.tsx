import type { Notification } from '@kickoff/contracts';

import { Avatar } from './Avatar';
import { bell } from './icons';
import { Icon } from './Icon';
import { ageInWords } from './words';

interface NotificationLineProps {
  notification: Notification;
  /** Address of the picture of whoever did it last. */
  picture: string | undefined;
  now: number;
}

/** A; A and B; A and 4 others. */
export function actorsInWords({ actors: [first, second], count }: Notification): string {
  if (!first) return count === 1 ? 'A fan' : `${count} fans`;
  if (count === 1) return first.username;
  if (count === 2 && second) return `${first.username} and ${second.username}`;
  return `${first.username} and ${count - 1} others`;
}

/** What a notification says. */
export function notificationInWords(notification: Notification): string {
  const { kind, afterMine, text } = notification;
  const who = actorsInWords(notification);
  switch (kind) {
    case 'like':
      return `${who} liked your post`;
    case 'comment':
      return afterMine ? `${who} also commented on a post` : `${who} commented on your post`;
    case 'follow':
      return `${who} started to follow you`;
    case 'story':
      return `${who} added a story`;
    case 'team':
      return text ?? 'There is news of your team';
    case 'report':
      return text ?? 'Your report has been dealt with';
    case 'moderation':
      return text ?? 'A moderator has dealt with something of yours';
  }
}

/** One notification, for a link or a row around it. */
export function NotificationLine({ notification, picture, now }: NotificationLineProps) {
  const { actors, createdAt, read } = notification;
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
      <span>
        {notificationInWords(notification)}
        {read ? null : <span className="ko-sr"> (new)</span>}
        <small className="ko-none">
          {' '}
          <time dateTime={createdAt}>{ageInWords(createdAt, now)}</time>
        </small>
      </span>
    </>
  );
}
