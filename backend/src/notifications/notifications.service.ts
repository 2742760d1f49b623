import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Notification as NotificationAnswer, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import { toNotificationAnswer } from './notification.view.js';
import { type Entry, NotificationWriter } from './notification-writer.js';
import { NotificationsRepository } from './notifications.repository.js';
import type { Telling } from './telling.js';

/** Whom to tell; a question is asked behind the answer. */
type Recipients = readonly string[] | (() => Promise<readonly string[]>);

/** A busy evening tells many things a second: what comes within this time is written together. */
const GATHER_MS = 200;
/** Tellings that are written in one go, and those that may wait; what is more is lost. */
const AT_ONCE = 100;
const MOST_WAITING = 20_000;
/** Unread ones are counted no further. */
const MOST_UNREAD = 1_000;
/** What the list answers to a client that knows no paging. */
const UNPAGED = 50;
const BATCH = 500;

/**
 * Owns what fans should know. Features tell it what has happened, and go on: it
 * is written behind their answers, at most once, for a crash between loses it.
 */
@Injectable()
export class NotificationsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(NotificationsService.name);
  private readonly losses = new LogThrottle();
  private waiting: { to: Recipients; telling: Telling }[] = [];
  private gathering: NodeJS.Timeout | undefined;
  private readonly writing = new SingleFlight(() => this.writeWaiting());

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly writer: NotificationWriter,
    private readonly blocks: BlocksService,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /** Tells fans something; nobody of their own acts, nor of those whom they do not see. */
  tell(to: Recipients, telling: Telling): void {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push({ to, telling });
    this.gather();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.gathering);
    await this.writing.run();
  }

  /** A fan's notifications, newest first, page by page, and how many in all are unread. */
  async page(
    fan: Fan,
    query: PageQuery,
  ): Promise<{ page: Page<NotificationAnswer>; unread: number }> {
    const size = query.limit ?? UNPAGED;
    const list = `notifications:${fan.id}`;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    // One more than asked for tells whether there is a next page.
    const [{ items, next }, unread] = await Promise.all([
      this.find(fan.id, size, after),
      this.repository.countUnread(fan.id, MOST_UNREAD),
    ]);
    return {
      page: { items, ...(next ? { next: this.cursors.encode(list, next) } : {}) },
      unread,
    };
  }

  markRead(fan: Fan, ids?: readonly string[]): Promise<void> {
    return this.repository.markRead(fan.id, ids);
  }

  /** All of them, for the fan's own copy. */
  async *exportOf(fanId: string): AsyncIterable<NotificationAnswer> {
    let after: Position | undefined;
    do {
      const { items, next } = await this.find(fanId, BATCH, after);
      yield* items;
      after = next;
    } while (after);
  }

  /** Takes away all notifications of these groups, those that wait as well: what they tell of is gone. */
  async removeGroups(groups: readonly string[]): Promise<void> {
    this.waiting = this.waiting.filter(({ telling }) => !groups.includes(telling.group));
    await this.writing.running;
    await this.repository.removeGroups(groups);
  }

  private async find(
    fanId: string,
    size: number,
    after?: Position,
  ): Promise<{ items: NotificationAnswer[]; next?: Position }> {
    const found = await this.repository.findPage(fanId, size + 1, after);
    const rows = found.slice(0, size);
    const [fans, hidden] = await Promise.all([
      this.users.summaries(rows.flatMap(({ actors }) => actors)),
      this.blocks.hiddenFrom(fanId),
    ]);
    const last = rows.at(-1);
    return {
      items: rows.flatMap((row) => toNotificationAnswer(row, fans, hidden) ?? []),
      ...(found.length > size && last ? { next: { at: last.at, id: last._id.toString() } } : {}),
    };
  }

  private gather(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      void this.writing.run();
    }, GATHER_MS);
  }

  /** Writes what waits; what comes meanwhile is gathered for the run after this one. */
  private async writeWaiting(): Promise<void> {
    const waiting = this.waiting.splice(0);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE);
      try {
        const entries = await Promise.all(batch.map((told) => this.entriesOf(told)));
        await this.writer.write(entries.flat());
      } catch (error) {
        this.losses.run(
          (count) => this.logger.warn({ event: 'notificationsLost', count }, String(error)),
          batch.length,
        );
      }
    }
  }

  private async entriesOf({ to, telling }: { to: Recipients; telling: Telling }): Promise<Entry[]> {
    const { actorId } = telling;
    const fanIds = typeof to === 'function' ? await to() : to;
    const told = actorId === undefined ? fanIds : await this.seeing(actorId, fanIds);
    return told.map((fanId) => ({ fanId, telling }));
  }

  /** The fans who see another one; side by side, so that one question tells it of all of them. */
  private async seeing(actorId: string, fanIds: readonly string[]): Promise<string[]> {
    const others = fanIds.filter((fanId) => fanId !== actorId);
    const hidden = await Promise.all(others.map((fanId) => this.blocks.hiddenFrom(fanId)));
    return others.filter((_, at) => !hidden[at]?.has(actorId));
  }
}
