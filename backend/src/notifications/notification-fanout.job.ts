import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { BlocksService } from '../people/blocks.service.js';
import { FanoutAudiences } from './fanout-audiences.js';
import type { FanoutAudience, NotificationFanout } from './notification-fanout.schema.js';
import { NotificationFanoutsRepository } from './notification-fanouts.repository.js';
import { NotificationWriter } from './notification-writer.js';
import type { NotificationRequest } from './notification-request.js';

/** After this time without a batch another instance may claim a fan-out. */
const LEASE_MS = 30_000;
const POLL_MS = 10_000;

/**
 * Writes notifications for large audiences in the background: the request inserts one row, and any
 * instance processes it in batches. An interrupted fan-out restarts; dedup keys prevent duplicates.
 */
@Injectable()
export class NotificationFanoutJob implements OnApplicationBootstrap {
  private readonly job: Job;

  constructor(
    private readonly repository: NotificationFanoutsRepository,
    private readonly writer: NotificationWriter,
    private readonly audiences: FanoutAudiences,
    private readonly blocks: BlocksService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('notification-rounds', () => this.processDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.resume();
  }

  /**
   * Starts a fan-out in the background, after the commit of the current transaction if there is one.
   *
   * @param id dedup key: a second call with the same id does nothing
   */
  async start(id: string, audience: FanoutAudience, request: NotificationRequest): Promise<void> {
    const at = this.clock.now();
    if (!(await this.repository.insert({ _id: id, audience, request, at, dueAt: at }))) return;
    await afterCommit(() => void this.resume());
  }

  /** Ends these fan-outs: recipients of later batches are not notified. */
  cancel(ids: readonly string[]): Promise<void> {
    return this.repository.complete(ids);
  }

  /** Processes all fan-outs that are due. */
  @Interval(POLL_MS)
  resume(): Promise<void> {
    return this.job.run();
  }

  private async processDue(): Promise<void> {
    const toId = ({ _id }: NotificationFanout) => _id;
    // An interrupted fan-out is due again when its lease expires.
    const due = this.job.claims(() => this.repository.claim(this.clock.now(), this.leaseEnd()));
    await this.job.each(due, toId, (fanout) => this.process(fanout));
  }

  private async process({ _id, audience, request }: NotificationFanout): Promise<void> {
    for await (const ids of this.audiences.find(audience)) {
      if (this.job.isClosing) {
        await this.repository.extendLease(_id, this.clock.now());
        return;
      }
      if (!(await this.repository.extendLease(_id, this.leaseEnd()))) return;
      const { actorId } = request;
      const hiding =
        actorId === undefined ? undefined : await this.blocks.findFansHiding(actorId, ids);
      const recipients = ids.filter((fanId) => !hiding?.has(fanId));
      await this.writer.write(recipients.map((fanId) => ({ fanId, request })));
    }
    await this.repository.complete([_id]);
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
