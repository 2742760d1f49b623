import type { Notification } from '@kickoff/contracts';

import { Avatar } from './Avatar';
import { bell } from './icons';
import { Icon } from './Icon';
import { formatAge } from './format-age';

interface NotificationLineProps {
  notification: Notification;
  /** Address of the picture of the latest actor. */
  picture: string | undefined;
  now: number;
}

const TEXT = { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } as const;
const QUOTE = { color: 'var(--text-2)', fontWeight: 'var(--fw-reg)' } as const;
/** A reply has no page of its own, so its whole text is shown. */
const WHOLE = { ...QUOTE, display: 'block', whiteSpace: 'pre-line' } as const;
const TWO_LINES = {
  ...QUOTE,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
} as const;
const DOT = {
  flex: 'none',
  width: 8,
  height: 8,
  borderRadius: '50%',
  background: 'var(--brand)',
} as const;

/** Formats the actors: A; A and B; A and 4 others. */
export function formatActors({ actors: [first, second], count }: Notification): string {
  if (!first) return count === 1 ? 'A fan' : `${count} fans`;
  if (count === 1) return first.username;
  if (count === 2 && second) return `${first.username} and ${second.username}`;
  return `${first.username} and ${count - 1} others`;
}

/** Formats a notification as a sentence. */
export function formatNotification(notification: Notification): string {
  const { kind, afterMine, text } = notification;
  const who = formatActors(notification);
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
    case 'quote':
      return `${who} quoted your post`;
    case 'reply':
      return `${who} replied to your story`;
    case 'match':
      return text ?? 'There is news of a match';
    case 'moderation':
      return text ?? 'A moderator has dealt with something of yours';
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
      <span style={TEXT}>
        {formatNotification(notification)}
        {read ? null : <span className="ko-sr"> (new)</span>}{' '}
        <small className="ko-none">
          <time dateTime={createdAt}>{formatAge(createdAt, now)}</time>
        </small>
        {excerpt === undefined ? null : (
          <q style={kind === 'reply' ? WHOLE : TWO_LINES}>{excerpt}</q>
        )}
      </span>
      {read ? null : <span style={DOT} aria-hidden="true" />}
    </>
  );
}
