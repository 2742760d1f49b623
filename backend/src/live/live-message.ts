import type { LiveEventName, LiveEvents, Notification } from '@kickoff/contracts';

/** Who is told of an event; the stream of each fan decides by it. */
export type LiveAudience =
  | { to: 'everyone' }
  /** Everyone who may see what this fan posts. */
  | { to: 'readersOf'; fanId: string }
  | { to: 'followersOf'; fanId: string };

type NewsName = Exclude<LiveEventName, 'notification'>;

/** Something happened that everyone may know whom it concerns. */
export type LiveNews = {
  [Name in NewsName]: {
    kind: 'news';
    name: Name;
    data: LiveEvents[Name];
    audience: LiveAudience;
  };
}[NewsName];

/** A notification without the id that it has for each of its fans. */
export type Notice = Omit<Notification, '_id'>;

/** The same notification for some fans alone; `ids` names the one of each by the fan. */
export interface LiveNotice {
  kind: 'notice';
  notice: Notice;
  ids: Readonly<Record<string, string>>;
}

/** What the instances tell each other about open streams; no fan sees it. */
export type LiveOrder =
  /** Streams of this session end, or with `fanId` all of the fan's. */
  | { kind: 'end'; sessionId: string }
  | { kind: 'end'; fanId: string }
  /** Who sees or follows whom has changed for these fans. */
  | { kind: 'ties'; fanIds: readonly string[] }
  /** A stream was opened; the oldest of a fan who has too many ends. */
  | { kind: 'opened'; fanId: string; streamId: string }
  /** It has ended, and counts no more. */
  | { kind: 'closed'; fanId: string; streamId: string };

export interface LiveMessage {
  /** Grows with each message; text that only the bus understands. */
  id: string;
  body: LiveNews | LiveNotice | LiveOrder;
}
