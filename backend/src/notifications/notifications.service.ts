import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Notification as NotificationAnswer, PageQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import { endOf, type Page, type PageRows } from '../common/http/page.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { readVisible } from '../common/mongo/read-visible.js';
import { CoalescingRunner } from '../common/work/coalescing-runner.js';
import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import type { Notification } from './notification.schema.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import { toNotificationAnswer } from './notification.view.js';
import { NotificationWriter } from './notification-writer.js';
import { NotificationsRepository } from './notifications.repository.js';
import type { NotificationRequest } from './notification-request.js';
import { UnseenNotifications } from './unseen-notifications.js';
import type { Delivery } from './waiting-deliveries.service.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

/** Fan ids, or a query that runs after the response. */
type RecipientIds = readonly string[] | (() => Promise<readonly string[]>);

/** Requests within this time are written together. */
const BATCH_WINDOW_MS = 200;
/** Requests of one write, and the bound of the queue; requests beyond it are dropped. */
const WRITE_BATCH = 100;
const MAX_QUEUED = 20_000;
/** Bound of the unread count. */
const MAX_UNREAD = 1_000;
/** Page size for clients that send no `limit`. */
const DEFAULT_LIMIT = 50;
const EXPORT_BATCH = 500;

/**
 * Queues and lists notifications. Requests are written after the response of the feature that made
 * them, at most once: a crash in between loses them.
 */
@Injectable()
export class NotificationsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(NotificationsService.name);
  private readonly losses = new LogThrottle();
  private queue: { to: RecipientIds; request: NotificationRequest }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly writes = new CoalescingRunner(() => this.writeQueued());

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly writer: NotificationWriter,
    private readonly excerpts: NotificationExcerpts,
    private readonly blocks: BlocksService,
    private readonly users: UsersService,
    private readonly unseen: UnseenNotifications,
    private readonly waiting: WaitingDeliveriesRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Queues a notification. Recipients are not notified of their own actions or of fans hidden from
   * them.
   */
  notify(to: RecipientIds, request: NotificationRequest): void {
    if (this.queue.length >= MAX_QUEUED) {
      this.logLoss('The queue is full', 1);
      return;
    }
    this.queue.push({ to, request });
    this.scheduleWrite();
  }

  /**
   * Writes a notification immediately, for content that exists nowhere else; the same recipients as
   * `notify`.
   */
  async send(to: readonly string[], request: NotificationRequest): Promise<void> {
    await this.writer.write(await this.toDeliveries({ to, request }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writes.run();
  }

  /** Returns a page of a fan's notifications, newest first, and the unread count. */
  async page(
    fan: Fan,
    query: PageQuery,
  ): Promise<{ page: Page<NotificationAnswer>; unread: number }> {
    const size = query.limit ?? DEFAULT_LIMIT;
    const list = `notifications:${fan.id}`;
    const after = this.cursors.decode(list, query.cursor);

    const [{ items, next }, unread, unseen] = await Promise.all([
      this.find(fan.id, size, after),
      this.repository.countUnread(fan.id, MAX_UNREAD),
      this.unseen.countUnread(fan.id, MAX_UNREAD),
    ]);
    // Counted apart: notifications may be marked as read in between.
    return { page: this.cursors.toPage(list, items, next), unread: Math.max(0, unread - unseen) };
  }

  markRead(fan: Fan, ids?: readonly string[]): Promise<void> {
    return this.repository.markRead(fan.id, ids);
  }

  /** Yields all of a fan's notifications for the data export. */
  async *exportOf(fanId: string): AsyncIterable<NotificationAnswer> {
    let after: Position | undefined;
    do {
      const { items, next } = await this.find(fanId, EXPORT_BATCH, after);
      yield* items;
      after = next;
    } while (after);
  }

  /** Removes all notifications of these groups, including queued ones. */
  async removeGroups(groups: readonly string[]): Promise<void> {
    this.queue = this.queue.filter(({ request }) => !groups.includes(request.group));
    await this.writes.running;
    await this.waiting.removeGroups(groups);
    await this.repository.removeGroups(groups);
  }

  private async find(
    fanId: string,
    size: number,
    after?: Position,
  ): Promise<{ items: NotificationAnswer[]; next?: Position }> {
    const page = await this.readPage(fanId, size, after);
    const { rows } = page;
    const [fans, excerpts, hidden] = await Promise.all([
      this.users.summaries(rows.flatMap(({ actors }) => actors)),
      this.excerpts.find(rows),
      this.blocks.hiddenFrom(fanId),
    ]);
    const context = { fans, excerpts, hidden };
    const last = endOf(page);
    return {
      items: rows.flatMap((row) => toNotificationAnswer(row, context) ?? []),
      ...(last ? { next: toPosition(last) } : {}),
    };
  }

  /** Reads a page without rows about events of a match that the fan has not seen. */
  private async readPage(
    fanId: string,
    size: number,
    after?: Position,
  ): Promise<PageRows<Notification>> {
    const filterSeen = await this.unseen.filterOf(fanId);
    const unseen = new Set<Notification>();
    const { repository } = this;
    async function* read(count: number, last: Notification | undefined) {
      const found = await repository.findPage(fanId, count, last ? toPosition(last) : after);
      const seen = new Set(await filterSeen?.(found));
      if (filterSeen) for (const row of found) if (!seen.has(row)) unseen.add(row);
      yield* found;
    }
    return readVisible(
      {
        read,
        isVisible: (row) => !unseen.has(row),
        areAllVisible: !filterSeen,
        bytesOf: () => 0,
      },
      { size },
    );
  }

  private scheduleWrite(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.writes.run();
    }, BATCH_WINDOW_MS);
  }

  /** Writes the present queue; later requests are left to the next run. */
  private async writeQueued(): Promise<void> {
    const queued = this.queue.splice(0);
    while (queued.length > 0) {
      const batch = queued.splice(0, WRITE_BATCH);
      try {
        const deliveries = await Promise.all(
          batch.map((queuedRequest) => this.toDeliveries(queuedRequest)),
        );
        await this.writer.write(deliveries.flat());
      } catch (error) {
        this.logLoss(String(error), batch.length);
      }
    }
  }

  private logLoss(cause: string, requests: number): void {
    this.losses.run(
      (count) => this.logger.warn({ event: 'notifications_lost', count }, cause),
      requests,
    );
  }

  private async toDeliveries({
    to,
    request,
  }: {
    to: RecipientIds;
    request: NotificationRequest;
  }): Promise<Delivery[]> {
    const fanIds = typeof to === 'function' ? await to() : to;
    const recipients = await this.filterSeeing(request, fanIds);
    return recipients.map((fanId) => ({ fanId, request }));
  }

  /**
   * Filters out the actor, and recipients who do not see actor and owner; parallel look-ups share
   * one query.
   */
  private async filterSeeing(
    { actorId, ownerId }: NotificationRequest,
    fanIds: readonly string[],
  ): Promise<readonly string[]> {
    const seen = [actorId, ownerId].filter((id) => id !== undefined);
    if (seen.length === 0) return fanIds;
    const others = fanIds.filter((fanId) => fanId !== actorId);
    const hidden = await Promise.all(others.map((fanId) => this.blocks.hiddenFrom(fanId)));
    return others.filter((_, at) => !seen.some((id) => hidden[at]?.has(id)));
  }
}

function toPosition({ at, _id }: Notification): Position {
  return { at, id: _id };
}
