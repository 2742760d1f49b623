import { randomUUID } from 'node:crypto';

import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { SessionsService } from '../auth/sessions.service.js';
import type { Fan } from '../common/auth/audience.js';
import { Unavailable } from '../common/errors/coded-errors.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import type { MatchVisibility } from '../football/viewpoints/match-visibility.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveEventMessage, LiveMessage } from '../live/live-message.js';
import { ConnectedFan } from './connected-fan.js';
import { EventStream, formatReset } from './event-stream.js';
import { formatHeartbeat, HEARTBEAT_MS } from './heartbeat.js';
import { MatchPostEvents } from './match-post-events.js';
import { MissedMessages } from './missed-messages.js';
import { PostVersions } from './post-versions.js';
import type { SseConnection } from './sse-connection.js';
import { ThreadWatches } from './thread-watches.js';
import { VisibilityLoader } from './visibility-loader.js';

/** The command line ends sessions without publishing it; their streams end within this time. */
const SESSION_CHECK_MS = 2_000;
/** A change whose message was lost is detected after this time and one query: within 5 s. */
const VISIBILITY_CHECK_MS = 4_000;
const MATCH_POSTS_MS = 1_000;
/** Fans per visibility check. */
const BATCH = 500;

type MatchChange = Extract<LiveEventMessage, { name: 'match.changed' }>;

/**
 * Manages the open event streams of this instance: connections, messages and end. Messages come
 * from the bus; `VisibilityLoader` loads what each fan may see.
 */
@Injectable()
export class EventStreamsService implements LiveListener, OnApplicationBootstrap {
  private readonly logger = new Logger(EventStreamsService.name);
  private readonly faults = new LogThrottle();
  private readonly fans = new Map<string, ConnectedFan>();
  private readonly postVersions = new PostVersions();
  private isClosing = false;

  constructor(
    private readonly bus: LiveBus,
    private readonly visibility: VisibilityLoader,
    private readonly sessions: SessionsService,
    private readonly matchPosts: MatchPostEvents,
    private readonly missed: MissedMessages,
    private readonly watches: ThreadWatches,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.subscribe(this);
  }

  /** Ends all streams, and opens no more. */
  closeAll(): void {
    this.isClosing = true;
    for (const stream of this.streams()) stream.end();
  }

  /** Number of open streams on this instance. */
  get count(): number {
    let count = 0;
    for (const { streams } of this.fans.values()) count += streams.size;
    return count;
  }

  /**
   * Opens a stream.
   *
   * @param lastEventId the position to resume from
   * @param matchIds matches whose threads it watches
   */
  async open(
    fan: Fan,
    lastEventId: string | undefined,
    connection: SseConnection,
    matchIds: readonly string[] = [],
  ): Promise<void> {
    if (this.isClosing) throw new Unavailable('KickOff is closing. Please try again in a moment.');
    const watch = matchIds.length > 0 ? await this.watches.create(fan.id, matchIds) : undefined;
    const stream = new EventStream(randomUUID(), fan.id, fan.sessionId, connection, watch);
    // Connects before loading, so that messages in between are buffered.
    const connected = this.connect(stream);
    try {
      const canResume = await this.matchPosts.open(fan.id, stream.id);
      const position = this.bus.position();
      // A position on the bus does not cover what a fan who is not live has missed.
      const missed =
        lastEventId === undefined
          ? []
          : watch?.isLate || !canResume
            ? undefined
            : await this.missed.since(fan.id, lastEventId);
      while (!(await this.visibility.load(fan.id, connected)));
      const isResumed = lastEventId !== undefined && missed !== undefined;
      const past = isResumed
        ? await this.visibility.findPastChanges(fan.id, connected, position)
        : [];
      // Closed in the meantime: `onClose` would never fire.
      if (connection.isClosed) {
        this.disconnect(stream);
        return;
      }
      connection.writeHead();
      connection.onClose(() => {
        this.disconnect(stream);
        void this.bus.publish({ kind: 'closed', fanId: fan.id, streamId: stream.id });
      });
      stream.start(
        lastEventId === undefined || !missed ? position : lastEventId,
        missed && [...missed.filter((message) => !this.matchPosts.defer(fan.id, message)), ...past],
        connected.visibility,
      );
      if (watch) this.watches.add(watch, stream);
      await this.bus.publish({ kind: 'opened', fanId: fan.id, streamId: stream.id });
    } catch (error) {
      this.disconnect(stream);
      throw error;
    }
  }

  onMessage(message: LiveMessage): void {
    if (this.postVersions.isOutdated(message)) return;
    const { body } = message;
    this.matchPosts.onMessage(message);
    switch (body.kind) {
      case 'event':
        if (body.name === 'match.changed') this.reloadWhereOutdated(body);
        if (body.name === 'viewpoint.changed' && body.audience.to === 'fans') {
          for (const fanId of body.audience.fanIds) this.reloadWatches(fanId);
        }
        for (const [fanId, fan] of this.fans) {
          if (!this.matchPosts.defer(fanId, message)) fan.deliver(message);
        }
        break;
      case 'notification':
        // Only these fans' streams.
        for (const fanId of Object.keys(body.ids)) {
          const fan = this.fans.get(fanId);
          if (fan) fan.deliver(message);
        }
        break;
      case 'reset':
        this.fans.get(body.fanId)?.deliver(message);
        break;
      case 'end':
        for (const stream of this.streams()) {
          const isMeant =
            'fanId' in body ? stream.fanId === body.fanId : stream.sessionId === body.sessionId;
          if (isMeant) stream.end();
        }
        break;
      case 'relations':
      case 'viewpoints':
        for (const fanId of body.fanIds) this.reloadVisibility(fanId);
        break;
      case 'opened':
        this.fans.get(body.fanId)?.registerOpened(body.streamId);
        break;
      case 'closed':
        this.fans.get(body.fanId)?.unregisterClosed(body.streamId);
        break;
    }
  }

  onGap(): void {
    // Streams on other instances are unknown from here on.
    const text = formatReset(this.bus.position());
    for (const fan of this.fans.values()) {
      fan.forgetOtherInstances();
      fan.sendReset(text);
    }
  }

  /** Sends heartbeats and ends streams of ended sessions. */
  @Interval(HEARTBEAT_MS)
  async sendHeartbeats(): Promise<void> {
    if (this.fans.size === 0) return;
    try {
      const heartbeat = formatHeartbeat(this.bus.position());
      for (const stream of this.streams()) stream.sendHeartbeat(heartbeat);
    } catch (error) {
      this.logFault('heartbeat_failed', error);
    }
    await this.endInvalid();
  }

  /** Ends streams of sessions that have expired or were ended outside the server. */
  @Interval(SESSION_CHECK_MS)
  async endInvalid(): Promise<void> {
    if (this.fans.size === 0) return;
    try {
      const streams = [...this.streams()];
      const open = await this.sessions.stillOpen(streams.map(({ sessionId }) => sessionId));
      for (const stream of streams) if (!open.has(stream.sessionId)) stream.end();
    } catch (error) {
      this.logFault('session_check_failed', error);
    }
  }

  /** Sends events of posts about a match to the fans who have reached their moment. */
  @Interval(MATCH_POSTS_MS)
  async deliverMatchPosts(): Promise<void> {
    try {
      await this.matchPosts.refresh(this.fans.keys());
      this.matchPosts.removeOld((fanId) => this.fans.has(fanId));
      for (const [fanId, fan] of this.fans) {
        const due = await this.matchPosts.takeDue(fanId);
        if (due) for (const message of due) fan.deliver(message);
        else fan.sendReset(formatReset(this.bus.position()));
      }
    } catch (error) {
      this.logFault('match_posts_failed', error);
    }
  }

  /** Detects changes of visibility whose message was lost. */
  @Interval(VISIBILITY_CHECK_MS)
  async reloadAllVisibility(): Promise<void> {
    const fanIds = [...this.fans.keys()];
    try {
      for (let start = 0; start < fanIds.length; start += BATCH) {
        await this.visibility.reloadChanged(this.fans, fanIds.slice(start, start + BATCH));
      }
    } catch (error) {
      this.logFault('visibility_check_failed', error);
    }
  }

  /** The matches that connected fans see with a delay or in a replay; a fan who reconnects is another key. */
  *pastMatches(): Iterable<{ key: object; fanId: string; matches: MatchVisibility }> {
    for (const [fanId, fan] of this.fans) {
      const { matches } = fan.visibility;
      if (matches.past.size + matches.seenToEnd.size > 0) yield { key: fan, fanId, matches };
    }
  }

  /** Detects viewpoints that ended by the clock, and changes of them whose message was lost. */
  reloadChangedMatches(): Promise<void> {
    return this.visibility.reloadChangedMatches(this.fans);
  }

  /** Throttled: every timer here reports the same outage of the bus. */
  private logFault(event: string, error: unknown): void {
    if (isDatabaseAway(error)) return;
    this.faults.run((count) => this.logger.warn({ event, message: String(error), count }));
  }

  private *streams(): Iterable<EventStream> {
    for (const { streams } of this.fans.values()) yield* streams;
  }

  private connect(stream: EventStream): ConnectedFan {
    const fan = this.fans.get(stream.fanId) ?? new ConnectedFan();
    fan.streams.add(stream);
    this.fans.set(stream.fanId, fan);
    return fan;
  }

  private disconnect(stream: EventStream): void {
    const fan = this.fans.get(stream.fanId);
    fan?.streams.delete(stream);
    if (stream.watch) this.watches.remove(stream.watch);
    if (fan?.streams.size === 0) this.fans.delete(stream.fanId);
  }

  /**
   * A rehearsal that has just started may be hidden from one of its fans, and a fan who had seen a
   * match to its end may see a correction later.
   */
  private reloadWhereOutdated({ audience, data: { match } }: MatchChange): void {
    for (const [fanId, { visibility }] of this.fans) {
      const { isLive, seenToEnd } = visibility.matches;
      const isMeant =
        audience.to === 'everyone' || (audience.to === 'fans' && audience.fanIds.includes(fanId));
      if (isMeant && (isLive(match.id) === undefined || seenToEnd.has(match.id))) {
        this.reloadVisibility(fanId);
      }
    }
  }

  /** A changed viewpoint is in effect before the next row of a thread is sent. */
  private reloadWatches(fanId: string): void {
    const fan = this.fans.get(fanId);
    if (fan && fan.watches().length > 0) this.reloadVisibility(fanId);
  }

  private reloadVisibility(fanId: string): void {
    const fan = this.fans.get(fanId);
    if (fan) void this.visibility.reload(fanId, fan);
  }
}
