import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ClientSession, Types } from 'mongoose';

import { CodedError } from '../../common/errors/coded-errors.js';
import type { Job } from '../../common/jobs/job.js';
import { Jobs } from '../../common/jobs/jobs.js';
import { isDatabaseAway } from '../../common/mongo/database-away.js';
import { Clock } from '../../common/time/clock.js';
import { FanActsService, type WholeAct } from '../fans/fan-acts.service.js';
import type { BulkAct } from './bulk-act.schema.js';
import { BulkActsRepository, type Outcome } from './bulk-acts.repository.js';

/** Whoever works on an act keeps it for this long after each fan; a dead one's is free after it. */
const HELD_MS = 20_000;
/** How often each instance looks for what a dead one has left. */
const LOOK_MS = 15_000;

/** Another instance has gone on with an act: whoever wakes late leaves it alone. */
class TakenOver extends Error {}

/**
 * Owns that a bulk act is carried out whole: one fan after the other, gone on
 * with by any instance where another one died. The act on a fan and the step
 * behind it stand together or not at all, so nobody is acted on twice.
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
    void this.carryOn();
  }

  /** Works on what is due by now, one act after the other. */
  @Interval(LOOK_MS)
  carryOn(): Promise<void> {
    return this.job.run();
  }

  private async workOnAllDue(): Promise<void> {
    const nameOf = ({ _id }: BulkAct) => _id.toString();
    await this.job.each(this.claimDue(), nameOf, (act) => this.workOn(act));
  }

  /** What is left half-way is due again when its time is over. */
  private async *claimDue(): AsyncGenerator<BulkAct> {
    while (!this.job.isClosing) {
      const act = await this.repository.take(this.clock.now(), this.heldUntil());
      if (!act) return;
      yield act;
    }
  }

  private async workOn(act: BulkAct): Promise<void> {
    try {
      await this.goThrough(act);
    } catch (error) {
      if (!(error instanceof TakenOver)) throw error;
      this.logger.warn({ event: 'bulkActTakenOver', actId: act._id });
    }
  }

  private async goThrough(act: BulkAct): Promise<void> {
    const { _id, fanIds } = act;
    for (let { done } = act; done < fanIds.length; done += 1) {
      if (this.job.isClosing) {
        await this.repository.setDue({ _id, done }, this.clock.now());
        return;
      }
      const advance = async (outcome: Outcome, transaction?: ClientSession) => {
        const step = { _id, done, outcome };
        const isOurs = await this.repository.advance(step, this.heldUntil(), transaction);
        if (!isOurs) throw new TakenOver();
      };
      const fanId = fanIds[done];
      const outcome =
        fanId === undefined
          ? 'skipped'
          : await this.actOn(act, fanId, (transaction) => advance('done', transaction));
      // What was done has been counted with it.
      if (outcome !== 'done') await advance(outcome);
    }
    await this.repository.finish(_id);
    this.logger.log({ event: 'bulkActDone', actId: _id, fans: fanIds.length });
  }

  /** Acts on one fan; one who has gone meanwhile is passed over, and a failure holds up no other. */
  private async actOn(
    act: BulkAct,
    fanId: Types.ObjectId,
    alongWith: WholeAct['alongWith'],
  ): Promise<Outcome> {
    const id = fanId.toString();
    try {
      return (await this.isActedOn(act, id, alongWith)) ? 'done' : 'skipped';
    } catch (error) {
      if (isDatabaseAway(error) || error instanceof TakenOver) throw error;
      if (error instanceof CodedError && error.status < 500) return 'skipped';
      this.logger.error({ event: 'bulkStepFailed', fanId: id }, String(error));
      return 'failed';
    }
  }

  /** Whether there was something to do for a fan. */
  private async isActedOn(
    act: BulkAct,
    id: string,
    alongWith: WholeAct['alongWith'],
  ): Promise<boolean> {
    const { action, actor, reason = '', until } = act;
    const whole = { details: { bulk: act._id.toString() }, alongWith };
    switch (action) {
      case 'suspend': {
        const suspension = { reason, ...(until ? { until } : {}) };
        return this.acts.suspendActive(actor, id, suspension, whole);
      }
      case 'restore':
        return this.acts.restoreSuspended(actor, id, whole);
      case 'delete':
        await this.acts.remove(actor, id, whole);
        return true;
    }
  }

  private heldUntil(): Date {
    return new Date(this.clock.now().getTime() + HELD_MS);
  }
}
