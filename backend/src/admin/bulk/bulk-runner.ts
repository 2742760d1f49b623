import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { CodedError } from '../../common/errors/coded-errors.js';
import type { Job } from '../../common/jobs/job.js';
import { Jobs } from '../../common/jobs/jobs.js';
import { isDatabaseAway } from '../../common/mongo/database-away.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { FanActsService } from '../fans/fan-acts.service.js';
import type { BulkActDocument } from './bulk-act.schema.js';
import { BulkActsRepository, type BulkStep, type Outcome } from './bulk-acts.repository.js';

/** The lease of an action, renewed after each fan; after a crash it expires. */
const HELD_MS = 20_000;
/** How often each instance looks for what a dead one has left. */
const LOOK_MS = 15_000;
/** After this many retries, 7 minutes after the first try, a fan counts as failed. */
const MAX_RETRIES = 3;

/** Another instance has resumed the act, so this one stops. */
class TakenOver extends Error {}

/**
 * Owns that a bulk act is carried out whole: one fan after the other, gone on
 * with by any instance where another one died. The act on a fan and the step
 * behind it stand together or not at all, so nobody is acted on twice. Fans that
 * fail are tried again with the job's back-off before they count as failed.
 */
@Injectable()
export class BulkRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(BulkRunner.name);
  private readonly job: Job;

  constructor(
    private readonly repository: BulkActsRepository,
    private readonly acts: FanActsService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('bulk-acts', () => this.workOnAllDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  /** Works on what is due by now, one act after the other. */
  @Interval(LOOK_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async workOnAllDue(): Promise<void> {
    const nameOf = ({ _id }: BulkActDocument) => _id;
    await this.job.each(this.claimDue(), nameOf, (...given) => this.workOn(...given));
  }

  /** What is left half-way is due again when its time is over. */
  private async *claimDue(): AsyncGenerator<BulkActDocument> {
    while (!this.job.isClosing) {
      const act = await this.repository.take(this.clock.now(), this.heldUntil());
      if (!act) return;
      yield act;
    }
  }

  private async workOn(act: BulkActDocument, failures: number): Promise<void> {
    try {
      await this.goThrough(act, failures >= MAX_RETRIES);
    } catch (error) {
      if (!(error instanceof TakenOver)) throw error;
      this.logger.warn({ event: 'bulk_action_taken_over', actId: act._id });
    }
  }

  /** Throws after the last fan if some have to be tried again, so that the job does so after a pause. */
  private async goThrough(act: BulkActDocument, isLastTry: boolean): Promise<void> {
    const { _id, fanIds, retries = [] } = act;
    const at: BulkStep = { _id, done: act.done, retries: retries.length };
    const fresh = fanIds.slice(at.done + at.retries);
    for (const [index, fanId] of [...fresh, ...retries].entries()) {
      if (this.job.isClosing) {
        await this.repository.setDue(at, this.clock.now());
        return;
      }
      const isRetry = index >= fresh.length;
      const outcome = await this.actOn(act, fanId, at);
      if (outcome === 'failed' && !(isRetry && isLastTry)) {
        await this.postpone(at, fanId, isRetry);
        continue;
      }
      // What was done has been counted with it.
      if (outcome !== 'done') await this.advance(at, fanId, outcome);
      at.done += 1;
      if (isRetry) at.retries -= 1;
    }
    if (at.retries > 0) throw new Error(`${at.retries} of ${fanIds.length} fans failed`);
    await this.repository.finish(_id);
    this.logger.log({ event: 'bulk_action_finished', actId: _id, fans: fanIds.length });
  }

  private async postpone(at: BulkStep, fanId: string, isRetry: boolean): Promise<void> {
    const dueAt = this.heldUntil();
    const isOurs = isRetry
      ? await this.repository.setDue(at, dueAt)
      : await this.repository.addRetry(at, fanId, dueAt);
    if (!isOurs) throw new TakenOver();
    if (!isRetry) at.retries += 1;
  }

  private async advance(at: BulkStep, fanId: string, outcome: Outcome): Promise<void> {
    if (!(await this.repository.advance(at, fanId, outcome, this.heldUntil()))) {
      throw new TakenOver();
    }
  }

  /** Acts on one fan; one who has gone meanwhile is passed over, and a failure holds up no other. */
  private async actOn(act: BulkActDocument, fanId: string, at: BulkStep): Promise<Outcome> {
    try {
      return await inTransaction(async () => {
        if (!(await this.apply(act, fanId))) return 'skipped';
        await this.advance(at, fanId, 'done');
        return 'done';
      });
    } catch (error) {
      if (isDatabaseAway(error) || error instanceof TakenOver) throw error;
      if (error instanceof CodedError && error.status < 500) return 'skipped';
      this.logger.error({ event: 'bulk_step_failed', fanId }, String(error));
      return 'failed';
    }
  }

  /** Returns whether there was something to do for a fan. */
  private async apply(act: BulkActDocument, id: string): Promise<boolean> {
    const { action, actor, reason = '', until } = act;
    const details = { bulk: act._id };
    switch (action) {
      case 'suspend': {
        const suspension = { reason, ...(until ? { until } : {}) };
        return this.acts.suspendActive(actor, id, suspension, details);
      }
      case 'restore':
        return this.acts.restoreSuspended(actor, id, details);
      case 'delete':
        await this.acts.remove(actor, id, details);
        return true;
    }
  }

  private heldUntil(): Date {
    return new Date(this.clock.now().getTime() + HELD_MS);
  }
}
