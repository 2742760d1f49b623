import type { LiveEventName, LiveEvents, Notification } from '@kickoff/contracts';

/** A moment of a match. */
export interface MatchMoment {
  id: string;
  atMs: number;
}

/** The moment that a post is about; with `among` only these fans see its match. */
export interface PostMoment extends MatchMoment {
  among?: readonly string[];
}

/** The recipients of an event; each fan's stream filters by it. */
export type LiveAudience =
  | { to: 'everyone' }
  | { to: 'fans'; fanIds: readonly string[] }
  /** A match as this fan, whose viewpoint is not live, sees it. */
  | { to: 'viewer'; fanId: string }
  /**
   * The readers of this fan, or those of `among`; with `match` from this moment of it on; with
   * `texts` only those who have muted no word in them; with `version`, that of the post, only while no
   * newer one was published.
   */
  | {
      to: 'readersOf';
      fanId: string;
      among?: readonly string[];
      match?: MatchMoment;
      texts?: readonly string[];
      version?: number;
    }
  | { to: 'followersOf'; fanId: string }
  /**
   * Streams that watch the thread of a match and whose fan has reached the moment `atMs`: readers
   * of the author `fanId`, or those in `among`. With `quoted` the row's quote is only for fans who
   * have reached that moment too; with `quotedTexts` the row is only for those who have muted no word
   * in them.
   */
  | {
      to: 'watchersOf';
      matchId: string;
      atMs: number;
      fanId?: string;
      among?: readonly string[];
      quoted?: PostMoment;
      quotedTexts?: readonly string[];
    };

type EventName = Exclude<LiveEventName, 'notification'>;

/** An event for all streams whose fan is in its audience. */
export type LiveEventMessage = {
  [Name in EventName]: {
    kind: 'event';
    name: Name;
    data: LiveEvents[Name];
    audience: LiveAudience;
  };
}[EventName];

/** A notification without its id, which differs per fan. */
export type NotificationPayload = Omit<Notification, '_id'>;

/** One notification for several fans; `ids` maps fan ids to notification ids. */
export interface LiveNotification {
  kind: 'notification';
  notification: NotificationPayload;
  ids: Readonly<Record<string, string>>;
}

/** A `reset` for a fan: the set of visible matches has changed, so clients refetch everything. */
export interface LiveReset {
  kind: 'reset';
  fanId: string;
}

/** Commands between instances about open streams; never sent to clients. */
export type StreamCommand =
  /** Ends the streams of a session, or with `fanId` all of the fan's. */
  | { kind: 'end'; sessionId: string }
  | { kind: 'end'; fanId: string }
  /** Blocks, mutes or follows of these fans have changed. */
  | { kind: 'relations'; fanIds: readonly string[] }
  /** Viewpoints or the shields of these fans have changed. */
  | { kind: 'viewpoints'; fanIds: readonly string[] }
  /** A stream was opened; the fan's oldest one ends if there are too many. */
  | { kind: 'opened'; fanId: string; streamId: string }
  /** A stream has ended. */
  | { kind: 'closed'; fanId: string; streamId: string };

export interface LiveMessage {
  /** Increases with each message; its format is private to the bus. */
  id: string;
  body: LiveEventMessage | LiveNotification | LiveReset | StreamCommand;
}
