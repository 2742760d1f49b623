import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { NotFound } from '../common/errors/coded-errors.js';
import { SingleCheck } from '../common/work/single-check.js';
import { FanMomentsService, type LimitedMoment } from '../football/fan-moments.service.js';
import { LiveBus } from '../live/live-bus.js';
import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import { LateRowsService } from '../posts/threads/late-rows.service.js';
import { type EventStream, formatReset } from './event-stream.js';
import { ThreadWatch } from './thread-watch.js';

const TICK_MS = 1_000;

/**
 * The threads that streams of this instance watch. Live fans get rows from the bus; for the others
 * each tick reads the rows that they have reached.
 */
@Injectable()
export class ThreadWatches {
  private readonly streams = new Map<ThreadWatch, EventStream>();
  private readonly check = new SingleCheck(() => this.advanceAll());

  constructor(
    private readonly moments: FanMomentsService,
    private readonly rows: LateRowsService,
    private readonly words: MutedWordsService,
    private readonly bus: LiveBus,
  ) {}

  /** @throws NotFound for a match that does not exist for the fan */
  async create(fanId: string, matchIds: readonly string[]): Promise<ThreadWatch> {
    const watch = new ThreadWatch(fanId);
    for (const matchId of new Set(matchIds)) {
      const moment = (await this.moments.findIn(matchId, [fanId])).get(fanId);
      if (!moment) throw new NotFound('match');
      watch.setMoment(matchId, moment);
    }
    watch.setWords(await this.words.matcherOf(fanId));
    return watch;
  }

  add(watch: ThreadWatch, stream: EventStream): void {
    this.streams.set(watch, stream);
  }

  remove(watch: ThreadWatch): void {
    this.streams.delete(watch);
  }

  /** Reloads the moments and muted words of a fan's watches. */
  async refresh(fanId: string, watches: readonly ThreadWatch[]): Promise<void> {
    if (watches.length === 0) return;
    const words = await this.words.matcherOf(fanId);
    for (const watch of watches) {
      watch.setWords(words);
      for (const matchId of watch.matchIds) {
        const moment = (await this.moments.findIn(matchId, [fanId])).get(fanId);
        if (moment) watch.setMoment(matchId, moment);
      }
    }
  }

  /**
   * Sends the rows that fans who are not live have reached, and resets streams whose match no
   * longer exists.
   */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.streams.size > 0) await this.check.run();
  }

  private async advanceAll(): Promise<void> {
    const byMatch = new Map<string, ThreadWatch[]>();
    for (const watch of this.streams.keys()) {
      for (const id of watch.matchIds) byMatch.set(id, [...(byMatch.get(id) ?? []), watch]);
    }
    for (const [matchId, watches] of byMatch) await this.advance(matchId, watches);
  }

  private async advance(matchId: string, watches: readonly ThreadWatch[]): Promise<void> {
    const fanIds = [...new Set(watches.map(({ fanId }) => fanId))];
    const moments = await this.moments.findIn(matchId, fanIds);
    for (const watch of watches) {
      const moment = moments.get(watch.fanId);
      if (moment) await this.advanceWatch(matchId, watch, moment);
      else this.reset(matchId, watch);
    }
  }

  private async advanceWatch(
    matchId: string,
    watch: ThreadWatch,
    moment: LimitedMoment,
  ): Promise<void> {
    watch.setMoment(matchId, moment);
    const reached = watch.momentIn(matchId);
    if (reached?.mode !== 'late' || !('untilMs' in moment)) return;
    if (moment.untilMs <= reached.untilMs) return;
    const range = { afterMs: reached.untilMs, untilMs: moment.untilMs };
    const { rows, untilMs } = await this.rows.find(watch.fanId, matchId, range);
    // The moment moved back during the read: these rows are no longer due.
    if (watch.momentIn(matchId) !== reached) return;
    watch.registerSent(matchId, rows, untilMs);
    const stream = this.streams.get(watch);
    for (const row of rows) stream?.sendRow({ matchId, row });
  }

  /** Removes a match that no longer exists, from a removed rehearsal. */
  private reset(matchId: string, watch: ThreadWatch): void {
    watch.remove(matchId);
    this.streams.get(watch)?.sendReset(formatReset(this.bus.position()));
  }
}
