import { randomUUID } from 'node:crypto';

import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { SessionsService } from '../auth/sessions.service.js';
import type { Fan } from '../common/auth/audience.js';
import { Unavailable } from '../common/errors/coded-errors.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { beatAt, EventStream, resetAt, type Ties } from './event-stream.js';
import type { Outlet } from './outlet.js';

const HEARTBEAT_MS = 25_000;
/** The command line ends sessions without a word to the server: their streams go after this time. */
const SESSION_CHECK_MS = 2_000;
const MAX_STREAMS_OF_A_FAN = 5;
/** A change of which no message has told is known after this time and one look-up: within 5 s. */
const RENEW_MS = 4_000;
/** Fans whose ties are looked at in one go. */
const BATCH = 500;

interface ConnectedFan {
  streams: Set<EventStream>;
  /**
   * The fan's streams over all instances that were opened since the oldest one here, oldest first:
   * each instance knows of all that are newer than its own, and ends its own when there are too many.
   */
  opened: string[];
  ties: Ties;
  /** How often the ties have changed: what was asked for before the last change does not count. */
  changes: number;
}

/**
 * Owns the open event streams of this instance: who is connected, what each
 * may know, and when a stream has to end. What happens comes from the bus.
 */
@Injectable()
export class EventStreamsService
  implements LiveListener, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger(EventStreamsService.name);
  private readonly faults = new LogThrottle();
  private readonly fans = new Map<string, ConnectedFan>();
  private isClosing = false;

  constructor(
    private readonly bus: LiveBus,
    private readonly blocks: BlocksService,
    private readonly follows: FollowsService,
    private readonly sessions: SessionsService,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.listen(this);
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
    for (const stream of this.streams()) stream.end();
  }

  /** How many streams are open here. */
  get count(): number {
    let count = 0;
    for (const { streams } of this.fans.values()) count += streams.size;
    return count;
  }

  /**
   * Opens a stream over this outlet.
   *
   * @param lastEventId where the client stood when it was here last
   */
  async open(fan: Fan, lastEventId: string | undefined, outlet: Outlet): Promise<void> {
    if (this.isClosing) throw new Unavailable('KickOff is closing. Please try again in a moment.');
    const stream = new EventStream(randomUUID(), fan.id, fan.sessionId, outlet);
    // Listens first and asks then: what comes in between waits and is not missed.
    const connected = this.connect(stream);
    try {
      const position = this.bus.position();
      const missed = lastEventId === undefined ? [] : await this.bus.since(lastEventId);
      while (!(await this.loadTies(fan.id, connected)));
      // Gone meanwhile: it will not close again.
      if (outlet.isClosed) {
        this.disconnect(stream);
        return;
      }
      outlet.begin();
      outlet.onClose(() => {
        this.disconnect(stream);
        void this.bus.publish({ kind: 'closed', fanId: fan.id, streamId: stream.id });
      });
      stream.begin(
        lastEventId === undefined || !missed ? position : lastEventId,
        missed,
        connected.ties,
      );
      await this.bus.publish({ kind: 'opened', fanId: fan.id, streamId: stream.id });
    } catch (error) {
      this.disconnect(stream);
      throw error;
    }
  }

  hear(message: LiveMessage): void {
    const { body } = message;
    switch (body.kind) {
      case 'news':
        for (const fan of this.fans.values()) hearAll(fan, message);
        break;
      case 'notice':
        // It concerns nobody else's streams.
        for (const fanId of Object.keys(body.ids)) {
          const fan = this.fans.get(fanId);
          if (fan) hearAll(fan, message);
        }
        break;
      case 'end':
        for (const stream of this.streams()) {
          const isMeant =
            'fanId' in body ? stream.fanId === body.fanId : stream.sessionId === body.sessionId;
          if (isMeant) stream.end();
        }
        break;
      case 'ties':
        for (const fanId of body.fanIds) void this.renewTies(fanId);
        break;
      case 'opened':
        this.noteOpened(body.fanId, body.streamId);
        break;
      case 'closed':
        this.noteClosed(body.fanId, body.streamId);
        break;
    }
  }

  lose(): void {
    // Of the others nothing is known any more.
    for (const fan of this.fans.values()) fan.opened = [...fan.streams].map(({ id }) => id);
    const text = resetAt(this.bus.position());
    for (const stream of this.streams()) stream.reset(text);
  }

  /** Shows each client that its connection lives, and ends those whose session does not. */
  @Interval(HEARTBEAT_MS)
  async beat(): Promise<void> {
    if (this.fans.size === 0) return;
    try {
      const beat = beatAt(this.bus.position());
      for (const stream of this.streams()) stream.beat(beat);
    } catch (error) {
      this.logFault('heartbeatFailed', error);
    }
    await this.endClosed();
  }

  /** Ends the streams of sessions that have run out, or that another program than the server has ended. */
  @Interval(SESSION_CHECK_MS)
  async endClosed(): Promise<void> {
    if (this.fans.size === 0) return;
    try {
      const streams = [...this.streams()];
      const open = await this.sessions.stillOpen(streams.map(({ sessionId }) => sessionId));
      for (const stream of streams) if (!open.has(stream.sessionId)) stream.end();
    } catch (error) {
      this.logFault('sessionCheckFailed', error);
    }
  }

  /** Looks whether what fans may know has changed without a message: one may be lost on its way. */
  @Interval(RENEW_MS)
  async renewAllTies(): Promise<void> {
    const fanIds = [...this.fans.keys()];
    try {
      for (let start = 0; start < fanIds.length; start += BATCH) {
        await this.renewChanged(fanIds.slice(start, start + BATCH));
      }
    } catch (error) {
      this.logFault('tiesNotRenewed', error);
    }
  }

  /** Of an outage of the bus every timer here reports the same. */
  private logFault(event: string, error: unknown): void {
    if (isDatabaseAway(error)) return;
    this.faults.run((count) => this.logger.warn({ event, message: String(error), count }));
  }

  private *streams(): Iterable<EventStream> {
    for (const { streams } of this.fans.values()) yield* streams;
  }

  private connect(stream: EventStream): ConnectedFan {
    const known = this.fans.get(stream.fanId);
    const fan = known ?? {
      streams: new Set<EventStream>(),
      opened: [],
      ties: { hidden: new Set<string>(), followed: new Set<string>() },
      changes: 0,
    };
    fan.streams.add(stream);
    this.fans.set(stream.fanId, fan);
    return fan;
  }

  private disconnect(stream: EventStream): void {
    const fan = this.fans.get(stream.fanId);
    fan?.streams.delete(stream);
    if (fan?.streams.size === 0) this.fans.delete(stream.fanId);
  }

  private async renewChanged(fanIds: readonly string[]): Promise<void> {
    const [hidden, followed] = await Promise.all([
      this.blocks.hiddenFromEach(fanIds),
      this.follows.countsFollowedBy(fanIds),
    ]);
    const changed = fanIds.filter((fanId, at) => {
      const ties = this.fans.get(fanId)?.ties;
      if (!ties) return false;
      const follows = followed.get(fanId) ?? ties.followed.size;
      return !isSameSet(ties.hidden, hidden[at]) || ties.followed.size !== follows;
    });
    await Promise.all(changed.map((fanId) => this.renewTies(fanId)));
  }

  /** Asks for a fan's ties; false where they have changed meanwhile. */
  private async loadTies(fanId: string, fan: ConnectedFan): Promise<boolean> {
    const { changes } = fan;
    const [hidden, followed] = await Promise.all([
      this.blocks.hiddenFrom(fanId),
      this.follows.followedBy(fanId),
    ]);
    if (fan.changes !== changes) return false;
    fan.ties = { hidden, followed: new Set(followed) };
    return true;
  }

  /** Nothing is told between a block and the moment from which it is known here. */
  private async renewTies(fanId: string): Promise<void> {
    const fan = this.fans.get(fanId);
    if (!fan) return;
    fan.changes += 1;
    for (const stream of fan.streams) stream.pause();
    try {
      // Where they have changed again, whoever noticed it goes on.
      if (!(await this.loadTies(fanId, fan))) return;
      for (const stream of fan.streams) stream.resume(fan.ties);
    } catch {
      // Rather no stream than one that tells too much: the client comes back and asks anew.
      for (const stream of fan.streams) stream.end();
    }
  }

  private noteOpened(fanId: string, streamId: string): void {
    const fan = this.fans.get(fanId);
    if (!fan) return;
    fan.opened.push(streamId);
    const surplus = fan.opened.splice(0, Math.max(0, fan.opened.length - MAX_STREAMS_OF_A_FAN));
    for (const stream of fan.streams) if (surplus.includes(stream.id)) stream.end();
  }

  private noteClosed(fanId: string, streamId: string): void {
    const fan = this.fans.get(fanId);
    if (fan) fan.opened = fan.opened.filter((id) => id !== streamId);
  }
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string> = new Set()): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function hearAll({ streams, ties }: ConnectedFan, message: LiveMessage): void {
  for (const stream of streams) stream.hear(message, ties);
}
