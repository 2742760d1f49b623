import { Injectable } from '@nestjs/common';

import { Clock } from '../common/time/clock.js';
import { type FindLimit, SeenMatches } from '../football/viewpoints/seen-matches.js';
import { RETENTION_MS } from '../live/live-bus.js';
import type { LiveMessage, MatchMoment } from '../live/live-message.js';

/**
 * Per fan, and of all recent ones. Beyond it the oldest are dropped; when the fan reaches their moment
 * the page has to fetch again.
 */
const MAX_WAITING = 200;

interface WaitingEvent {
  message: LiveMessage;
  sinceMs: number;
}

/** Events that a fan does not get: at the moment of the next one the page has to fetch again. */
interface DroppedEvents {
  next: WaitingEvent;
  last: WaitingEvent;
}

/** The newest stream of a fan, and the last time at which the fan was connected here. */
interface NewestStream {
  id: string;
  connectedMs: number;
}

/**
 * Defers events of posts about a match for fans who do not see every match live, until the fan's
 * moment. Fans who do are known in memory, so their events stay in order.
 */
@Injectable()
export class MatchPostEvents {
  /** Connected fans who see every match live. */
  private readonly live = new Set<string>();
  private readonly waiting = new Map<string, WaitingEvent[]>();
  private readonly dropped = new Map<string, DroppedEvents>();
  /** Deferred for fans who connect before they reach the moment. */
  private recent: WaitingEvent[] = [];
  /** The newest event that was dropped from the recent ones. */
  private droppedRecent: WaitingEvent | undefined;
  /** By fan; absent if it is on another instance. */
  private readonly newestStreams = new Map<string, NewestStream>();
  /** Grows with each change of a viewpoint. */
  private revision = 0;

  constructor(
    private readonly seen: SeenMatches,
    private readonly clock: Clock,
  ) {}

  onMessage(message: LiveMessage): void {
    const { body } = message;
    if (momentOf(message)) {
      const recent = [...this.recent, this.toWaiting(message)];
      this.droppedRecent = recent.at(-MAX_WAITING - 1) ?? this.droppedRecent;
      this.recent = recent.slice(-MAX_WAITING);
    }
    if (body.kind === 'event' && body.name === 'post.changed' && body.data.deleted) {
      this.removePost(body.data._id);
    }
    if (body.kind === 'viewpoints') {
      this.revision += 1;
      for (const fanId of body.fanIds) this.live.delete(fanId);
    }
    if (body.kind === 'opened' && this.newestStreams.get(body.fanId)?.id !== body.streamId) {
      this.newestStreams.delete(body.fanId);
    }
  }

  /**
   * Defers the recent events whose moment the fan has not reached.
   *
   * @returns whether a stream of the fan can be resumed here: events that were deferred on another
   *   instance, and became due since, are unknown
   */
  async open(fanId: string, streamId: string): Promise<boolean> {
    await this.refresh([fanId]);
    const canResume = this.live.has(fanId) || this.newestStreams.has(fanId);
    this.newestStreams.set(fanId, { id: streamId, connectedMs: this.clock.now().getTime() });
    const findLimit = await this.seen.of(fanId);
    if (!findLimit) return canResume;
    for (const { message } of this.recent) {
      if ((await decide(message, fanId, findLimit)) === 'wait') this.defer(fanId, message);
    }
    const { droppedRecent } = this;
    if (!droppedRecent || this.dropped.has(fanId)) return canResume;
    if ((await decide(droppedRecent.message, fanId, findLimit)) === 'wait') {
      this.registerDropped(fanId, droppedRecent);
    }
    return canResume;
  }

  /** Loads which of these fans see every match live. */
  async refresh(fanIds: Iterable<string>): Promise<void> {
    for (const fanId of fanIds) {
      const { revision } = this;
      if (await this.seen.of(fanId)) this.live.delete(fanId);
      else if (this.revision === revision) this.live.add(fanId);
    }
  }

  /** Returns whether this fan gets the message later, if at all. */
  defer(fanId: string, message: LiveMessage): boolean {
    if (this.live.has(fanId) || !momentOf(message)) return false;
    const known = this.waiting.get(fanId) ?? [];
    if (known.some(({ message: { id } }) => id === message.id)) return true;
    const waiting = [...known, this.toWaiting(message)];
    const dropped = waiting.at(-MAX_WAITING - 1);
    if (dropped) this.registerDropped(fanId, dropped);
    this.waiting.set(fanId, waiting.slice(-MAX_WAITING));
    return true;
  }

  /**
   * Removes the messages whose moment the fan has reached and returns them. They have no position
   * in the stream. Undefined if one of them was dropped: the page has to fetch again.
   */
  async takeDue(fanId: string): Promise<LiveMessage[] | undefined> {
    const events = this.waiting.get(fanId) ?? [];
    const dropped = this.dropped.get(fanId);
    if (events.length === 0 && !dropped) return [];
    const findLimit = await this.seen.of(fanId);
    const due: WaitingEvent[] = [];
    const done = new Set<WaitingEvent>();
    for (const event of events) {
      const decision = await decide(event.message, fanId, findLimit);
      if (decision === 'send') due.push(event);
      if (decision !== 'wait') done.add(event);
    }
    const ofDropped = dropped && (await decide(dropped.next.message, fanId, findLimit));
    // During the query others may have arrived, and a concurrent call may have taken these.
    const waiting = new Set(this.waiting.get(fanId));
    this.store(fanId, (event) => !done.has(event));
    const current = this.dropped.get(fanId);
    if (current && current.next === dropped?.next && ofDropped !== 'wait') {
      this.advanceDropped(fanId, current);
      if (ofDropped === 'send') return undefined;
    }
    return due
      .filter((event) => waiting.has(event))
      .map(({ message: { body } }) => ({ id: '', body }));
  }

  /** Removes events buffered for fans without a stream for longer than a client may resume. */
  removeOld(isConnected: (fanId: string) => boolean): void {
    const now = this.clock.now().getTime();
    const oldestMs = now - RETENTION_MS;
    this.recent = this.recent.filter(({ sinceMs }) => sinceMs > oldestMs);
    if (this.droppedRecent && this.droppedRecent.sinceMs <= oldestMs)
      this.droppedRecent = undefined;
    for (const [fanId, stream] of this.newestStreams) {
      if (isConnected(fanId)) stream.connectedMs = now;
      else if (stream.connectedMs <= oldestMs) this.newestStreams.delete(fanId);
    }
    for (const fanId of [...this.waiting.keys(), ...this.live]) {
      if (isConnected(fanId)) continue;
      this.live.delete(fanId);
      this.store(fanId, ({ sinceMs }) => sinceMs > oldestMs);
    }
    for (const [fanId, { last }] of this.dropped) {
      if (!isConnected(fanId) && last.sinceMs <= oldestMs) this.dropped.delete(fanId);
    }
  }

  /** A deletion is sent at once: an earlier event of the post must not follow it. */
  private removePost(id: string): void {
    const isOfOther = ({ message }: WaitingEvent) => postIdOf(message) !== id;
    this.recent = this.recent.filter(isOfOther);
    for (const fanId of [...this.waiting.keys()]) this.store(fanId, isOfOther);
  }

  private registerDropped(fanId: string, last: WaitingEvent): void {
    this.dropped.set(fanId, { next: this.dropped.get(fanId)?.next ?? last, last });
  }

  /** Fetching again at the moment of the last one shows those in between too. */
  private advanceDropped(fanId: string, { next, last }: DroppedEvents): void {
    if (next === last) this.dropped.delete(fanId);
    else this.dropped.set(fanId, { next: last, last });
  }

  private toWaiting(message: LiveMessage): WaitingEvent {
    return { message, sinceMs: this.clock.now().getTime() };
  }

  private store(fanId: string, isWaiting: (event: WaitingEvent) => boolean): void {
    const left = (this.waiting.get(fanId) ?? []).filter(isWaiting);
    if (left.length > 0) this.waiting.set(fanId, left);
    else this.waiting.delete(fanId);
  }
}

async function decide(
  message: LiveMessage,
  fanId: string,
  findLimit: FindLimit | undefined,
): Promise<'send' | 'wait' | 'drop'> {
  const moment = momentOf(message);
  const limit = moment && (await findLimit?.(moment.id));
  if (!moment || !limit || moment.atMs <= limit.untilMs) return 'send';
  const { body } = message;
  const isNew = body.kind === 'event' && body.name === 'post.created';
  const isOwn = isNew && body.data.user._id === fanId;
  if (limit.mode === 'hidden') return isNew ? 'send' : 'drop';
  return isOwn ? 'send' : 'wait';
}

function momentOf({ body }: LiveMessage): MatchMoment | undefined {
  if (body.kind !== 'event' || body.audience.to !== 'readersOf') return undefined;
  return body.audience.match;
}

function postIdOf({ body }: LiveMessage): string | undefined {
  if (body.kind !== 'event') return undefined;
  return body.name === 'post.created' || body.name === 'post.changed' ? body.data._id : undefined;
}
