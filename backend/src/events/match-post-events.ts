import { Injectable } from '@nestjs/common';

import { Clock } from '../common/time/clock.js';
import { type SeenLimit, SeenMatches } from '../football/viewpoints/seen-matches.js';
import { RETENTION_MS } from '../live/live-bus.js';
import type { LiveMessage, MatchMoment } from '../live/live-message.js';

/** Per fan; the oldest are dropped beyond it. */
const MAX_WAITING = 200;

interface WaitingEvent {
  message: LiveMessage;
  sinceMs: number;
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

  constructor(
    private readonly seen: SeenMatches,
    private readonly clock: Clock,
  ) {}

  /** Loads which of these fans see every match live. */
  async refresh(fanIds: Iterable<string>): Promise<void> {
    for (const fanId of fanIds) {
      if (await this.seen.of(fanId)) this.live.delete(fanId);
      else this.live.add(fanId);
    }
  }

  /** Returns whether this fan gets the message later, if at all. */
  defer(fanId: string, message: LiveMessage): boolean {
    if (this.live.has(fanId) || !momentOf(message)) return false;
    const known = this.waiting.get(fanId) ?? [];
    if (known.some(({ message: { id } }) => id === message.id)) return true;
    const event = { message, sinceMs: this.clock.now().getTime() };
    this.waiting.set(fanId, [...known, event].slice(-MAX_WAITING));
    return true;
  }

  /**
   * Removes the messages whose moment the fan has reached and returns them. They have no position
   * in the stream.
   */
  async takeDue(fanId: string): Promise<LiveMessage[]> {
    const events = this.waiting.get(fanId);
    if (!events) return [];
    const findLimit = await this.seen.of(fanId);
    const due: LiveMessage[] = [];
    const done = new Set<WaitingEvent>();
    for (const event of events) {
      const { message } = event;
      const moment = momentOf(message);
      const decision = decide(message, fanId, moment && (await findLimit?.(moment.id)));
      if (decision === 'send') due.push({ id: '', body: message.body });
      if (decision !== 'wait') done.add(event);
    }
    // Others may have arrived during the query.
    this.store(fanId, (event) => !done.has(event));
    return due;
  }

  /** Removes events buffered for fans without a stream for longer than a client may resume. */
  removeOld(isConnected: (fanId: string) => boolean): void {
    const oldestMs = this.clock.now().getTime() - RETENTION_MS;
    for (const fanId of [...this.waiting.keys(), ...this.live]) {
      if (isConnected(fanId)) continue;
      this.live.delete(fanId);
      this.store(fanId, ({ sinceMs }) => sinceMs > oldestMs);
    }
  }

  private store(fanId: string, isWaiting: (event: WaitingEvent) => boolean): void {
    const left = (this.waiting.get(fanId) ?? []).filter(isWaiting);
    if (left.length > 0) this.waiting.set(fanId, left);
    else this.waiting.delete(fanId);
  }
}

function decide(
  message: LiveMessage,
  fanId: string,
  limit: SeenLimit | undefined,
): 'send' | 'wait' | 'drop' {
  const moment = momentOf(message);
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
