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

/** Lease of an action, renewed after each fan; after a crash it expires. */
const LEASE_MS = 20_000;
/** Poll interval for due actions, among them those of a crashed instance. */
const POLL_MS = 15_000;
/** After this many retries, 7 minutes after the first try, a fan counts as failed. */
const MAX_RETRIES = 3;

/** Another instance has claimed the action, so this one stops. */
class LeaseLost extends Error {}

/**
 * Processes bulk actions fan by fan; any instance resumes one whose lease expired. The action on a
 * fan and its progress share a transaction, so no fan is processed twice.
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
    this.job = jobs.create('bulk-acts', () => this.processDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  /** Processes due actions, one after the other. */
  @Interval(POLL_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async processDue(): Promise<void> {
    const nameOf = ({ _id }: BulkActDocument) => _id;
    // An action whose lease expired half-way is due again.
    const due = this.job.claims(() => this.repository.claim(this.clock.now(), this.leaseExpiry()));
    await this.job.each(due, nameOf, (...given) => this.process(...given));
  }

  private async process(act: BulkActDocument, failures: number): Promise<void> {
    try {
      await this.processFans(act, failures >= MAX_RETRIES);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      this.logger.warn({ event: 'bulk_action_taken_over', actId: act._id });
    }
  }

  /** Throws after the last fan if some need a retry, so that the job backs off and runs again. */
  private async processFans(act: BulkActDocument, isLastTry: boolean): Promise<void> {
    const { _id, fanIds, retries = [] } = act;
    const at: BulkStep = { _id, done: act.done, retries: retries.length };
    const fresh = fanIds.slice(at.done + at.retries);
    for (const [index, fanId] of [...fresh, ...retries].entries()) {
      if (this.job.isClosing) {
        await this.repository.setDue(at, this.clock.now());
        return;
      }
      const isRetry = index >= fresh.length;
      const outcome = await this.processFan(act, fanId, at);
      if (outcome === 'failed' && !(isRetry && isLastTry)) {
        await this.postpone(at, fanId, isRetry);
        continue;
      }
      // For `done`, the transaction has already advanced the progress.
      if (outcome !== 'done') await this.advance(at, fanId, outcome);
      at.done += 1;
      if (isRetry) at.retries -= 1;
    }
    if (at.retries > 0) throw new Error(`${at.retries} of ${fanIds.length} fans failed`);
    await this.repository.finish(_id);
    this.logger.log({ event: 'bulk_action_finished', actId: _id, fans: fanIds.length });
  }

  private async postpone(at: BulkStep, fanId: string, isRetry: boolean): Promise<void> {
    const dueAt = this.leaseExpiry();
    const hasLease = isRetry
      ? await this.repository.setDue(at, dueAt)
      : await this.repository.addRetry(at, fanId, dueAt);
    if (!hasLease) throw new LeaseLost();
    if (!isRetry) at.retries += 1;
  }

  private async advance(at: BulkStep, fanId: string, outcome: Outcome): Promise<void> {
    if (!(await this.repository.advance(at, fanId, outcome, this.leaseExpiry()))) {
      throw new LeaseLost();
    }
  }

  /**
   * Applies the action to one fan. A deleted fan is skipped; a failure does not stop the other
   * fans.
   */
  private async processFan(act: BulkActDocument, fanId: string, at: BulkStep): Promise<Outcome> {
    try {
      return await inTransaction(async () => {
        if (!(await this.apply(act, fanId))) return 'skipped';
        await this.advance(at, fanId, 'done');
        return 'done';
      });
    } catch (error) {
      if (isDatabaseAway(error) || error instanceof LeaseLost) throw error;
      if (error instanceof CodedError && error.status < 500) return 'skipped';
      this.logger.error({ event: 'bulk_step_failed', fanId }, String(error));
      return 'failed';
    }
  }

  /** Returns whether the fan needed a change. */
  private async apply(act: BulkActDocument, id: string): Promise<boolean> {
    const { action, actor, reason, until } = act;
    const details = { bulk: act._id };
    switch (action) {
      case 'suspend': {
        const suspension = { reason: reason ?? '', ...(until ? { until } : {}) };
        return this.acts.suspendActive(actor, id, suspension, details);
      }
      case 'restore':
        return this.acts.restoreSuspended(actor, id, {
          ...(reason === undefined ? {} : { note: reason }),
          ...details,
        });
      case 'delete':
        await this.acts.remove(actor, id, details);
        return true;
    }
  }

  private leaseExpiry(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
