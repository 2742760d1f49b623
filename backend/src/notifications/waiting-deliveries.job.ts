import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { Clock } from '../common/time/clock.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { NotificationWriter } from './notification-writer.js';
import type { WaitingDelivery } from './waiting-delivery.schema.js';
import { type Delivery, WaitingDeliveriesService } from './waiting-deliveries.service.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

const INTERVAL_MS = 1_000;
const BATCH = 1_000;

/** Writes waiting notifications when their recipients see the moment that they are about. */
@Injectable()
export class WaitingDeliveriesJob implements LiveListener, OnApplicationBootstrap {
  private readonly job: Job;
  /** Fans whose viewpoint has changed since the last run. */
  private readonly changed = new Set<string>();

  constructor(
    private readonly repository: WaitingDeliveriesRepository,
    private readonly waiting: WaitingDeliveriesService,
    private readonly writer: NotificationWriter,
    private readonly bus: LiveBus,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('waiting-deliveries', () => this.deliverDue());
  }

  onApplicationBootstrap(): void {
    this.bus.subscribe(this);
  }

  /** A changed viewpoint may have reached the moments of notifications that are due later. */
  onMessage({ body }: LiveMessage): void {
    if (body.kind !== 'event' || body.name !== 'viewpoint.changed') return;
    if (body.audience.to !== 'fans') return;
    for (const fanId of body.audience.fanIds) this.changed.add(fanId);
    void this.job.run();
  }

  onGap(): void {
    // Every delivery is checked again after some seconds in any case.
  }

  @Interval(INTERVAL_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async makeDue(now: Date): Promise<void> {
    const fanIds = [...this.changed];
    if (fanIds.length === 0) return;
    this.changed.clear();
    try {
      await this.repository.makeDue(fanIds, now);
    } catch (error) {
      for (const fanId of fanIds) this.changed.add(fanId);
      throw error;
    }
  }

  private async deliverDue(): Promise<void> {
    const now = this.clock.now();
    await this.makeDue(now);
    while (!this.job.isClosing) {
      const due = await this.repository.findDue(now, BATCH);
      if (due.length > 0) await this.process(due);
      if (due.length < BATCH) return;
    }
  }

  private async process(due: readonly WaitingDelivery[]): Promise<void> {
    const now = this.clock.now().getTime();
    // In order, so that a notification ends with the newest event of the last moment.
    const rows = due.toSorted(
      (one, other) => momentOf(one) - momentOf(other) || one.at.getTime() - other.at.getTime(),
    );
    const moments = await this.waiting.findMoments(rows.map(toDelivery));
    const postponed = rows.flatMap(({ _id }, index) => {
      const moment = moments[index];
      if (!moment || !('afterMs' in moment)) return [];
      // A row that stayed due would be read again in the same run.
      return { _id, dueAt: new Date(now + Math.max(moment.afterMs, 1)) };
    });
    const reached = rows.filter((_, index) => 'now' in (moments[index] ?? {}));
    await this.writer.writeDue(await this.waiting.filterValid(reached.map(toDelivery)));
    if (postponed.length > 0) await this.repository.postpone(postponed);
    const waiting = new Set(postponed.map(({ _id }) => _id));
    const done = rows.filter(({ _id }) => !waiting.has(_id));
    await this.repository.remove(done.map(({ _id }) => _id));
  }
}

function toDelivery({ fanId, request }: WaitingDelivery): Delivery {
  return { fanId, request };
}

function momentOf({ request }: WaitingDelivery): number {
  return request.match?.at.getTime() ?? 0;
}
