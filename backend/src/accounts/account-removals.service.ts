import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import type { AccountRemoval } from './account-removal.schema.js';
import { AccountRemovalsRepository } from './account-removals.repository.js';
import { DeletionsJournal } from './deletions-journal.js';
import { PersonalDataSources } from './personal-data-sources.js';

/** After this time without renewal another instance may claim a removal. */
const LEASE_MS = 20_000;
const RENEW_MS = 6_000;
/**
 * Poll interval for due removals. Together with the lease it is within the 60 s of SECURITY-BAR §1.
 */
const POLL_MS = 15_000;
/** A request admitted before the removal may still write: an upload takes at most 120 s. */
const LATE_WRITES_MS = 150_000;

/**
 * Removes accounts: the account itself at once, all other data in repeatable steps in the
 * background. PersonalDataSources lists the steps in order.
 */
@Injectable()
export class AccountRemovalsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountRemovalsService.name);
  private readonly job: Job;

  constructor(
    private readonly repository: AccountRemovalsRepository,
    private readonly sources: PersonalDataSources,
    private readonly journal: DeletionsJournal,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('account-removals', () => this.processDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.resume();
  }

  /**
   * Records the removal in the current transaction, if any, so that a crash cannot lose it. After
   * the commit removes the account itself; the job does the rest. Returns false if the removal was
   * already recorded.
   */
  async begin(fanId: string): Promise<boolean> {
    const now = this.clock.now();
    const [account] = this.sources.all;
    const removal: AccountRemoval = { _id: fanId, at: now, pass: 'first', done: [], dueAt: now };
    const isNew = await this.repository.insert(removal);
    await afterCommit(async () => {
      await account.removeAllOf(fanId);
      this.logger.log({ event: 'account_deleted', fanId });
      void this.resume();
    });
    return isNew;
  }

  /** Processes due removals, one after the other. */
  @Interval(POLL_MS)
  resume(): Promise<void> {
    return this.job.run();
  }

  private async processDue(): Promise<void> {
    const nameOf = ({ _id }: AccountRemoval) => _id;
    // An interrupted removal is due again when its lease expires.
    const due = this.job.claims(() =>
      this.repository.claim(this.clock.now(), this.fromNow(LEASE_MS)),
    );
    await this.job.each(due, nameOf, (removal) => this.process(removal));
  }

  private async process(removal: AccountRemoval): Promise<void> {
    const renewal = setInterval(() => {
      // A failed renewal is retried before the lease expires.
      this.repository.setDue(removal, this.fromNow(LEASE_MS)).catch(() => undefined);
    }, RENEW_MS).unref();
    try {
      await this.runSteps(removal);
      if (this.job.isClosing) await this.repository.setDue(removal, this.clock.now());
      else await this.finish(removal);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Runs the remaining steps. A failing step does not stop the others; its error is thrown at the end. */
  private async runSteps(removal: AccountRemoval): Promise<void> {
    const failures: Error[] = [];
    for (const { name, run } of this.toSteps(removal)) {
      if (this.job.isClosing) break;
      if (removal.done.includes(name)) continue;
      try {
        await run();
        await this.repository.markDone(removal, name);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        failures.push(new Error(`Step ${name}: ${String(error)}`, { cause: error }));
      }
    }
    if (failures[0]) throw failures[0];
  }

  private toSteps({ _id: fanId, at, pass }: AccountRemoval) {
    const [account, ...rest] = this.sources.all.map(({ name, removeAllOf }) => ({
      name,
      run: () => removeAllOf(fanId),
    }));
    // Written right after the account is removed: from then on no restored backup may bring it back.
    const journal = { name: 'journal', run: () => this.journal.append(fanId, at) };
    const steps = account ? [account, ...(pass === 'first' ? [journal] : []), ...rest] : rest;
    return steps;
  }

  private async finish({ _id, at, pass }: AccountRemoval): Promise<void> {
    if (pass === 'last') {
      await this.repository.remove(_id);
      return;
    }
    await this.repository.startLastPass(_id, new Date(at.getTime() + LATE_WRITES_MS));
    this.logger.log({ event: 'account_removed', fanId: _id });
  }

  private fromNow(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}
