import {
  codePointLength,
  type Notification,
  notificationAddress,
  type PushMessage,
} from '@kickoff/contracts';

const PRODUCT = 'KickOff';
/** In code points. */
const MAX_LENGTH = 140;

/** Maps a notification to a push message: its sentence, and the excerpt below it. */
export function toPushMessage(notification: Notification): PushMessage {
  const { excerpt } = notification;
  const sentence = formatSentence(notification);
  const address = notificationAddress(notification);
  return excerpt === undefined
    ? { title: PRODUCT, text: cut(sentence), address }
    : { title: cut(sentence), text: cut(excerpt), address };
}

/** The same sentences as on the page (`NotificationLine` of `libs/ui`). */
function formatSentence(notification: Notification): string {
  const { kind, afterMine, text } = notification;
  const actors = formatActors(notification);
  switch (kind) {
    case 'like':
      return `${actors} liked your post`;
    case 'comment':
      return afterMine ? `${actors} also commented on a post` : `${actors} commented on your post`;
    case 'follow':
      return `${actors} started to follow you`;
    case 'story':
      return `${actors} added a story`;
    case 'quote':
      return `${actors} quoted your post`;
    case 'reply':
      return `${actors} replied to your story`;
    case 'team':
      return text ?? 'There is news of your team';
    case 'match':
      return text ?? 'There is news of a match';
    case 'report':
      return text ?? 'Your report has been dealt with';
    case 'moderation':
      return text ?? 'A moderator has dealt with something of yours';
  }
}

function formatActors({ actors: [first, second], count }: Notification): string {
  if (!first) return count === 1 ? 'A fan' : `${count} fans`;
  if (count === 1) return first.username;
  if (count === 2 && second) return `${first.username} and ${second.username}`;
  return `${first.username} and ${count - 1} others`;
}

function cut(text: string): string {
  if (codePointLength(text) <= MAX_LENGTH) return text;
  return `${Array.from(text)
    .slice(0, MAX_LENGTH - 1)
    .join('')}…`;
}
