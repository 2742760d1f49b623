import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type ClientSession, Types } from 'mongoose';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import type { AccountRemoval } from './account-removal.schema.js';
import { AccountRemovalsRepository } from './account-removals.repository.js';
import { DeletionsJournal } from './deletions-journal.js';
import { Holdings } from './holdings.js';

/** Whoever works on a removal keeps it for this long at a time; a dead one's is free after it. */
const HELD_MS = 20_000;
const RENEW_MS = 6_000;
/** How often each instance looks for what a dead one has left. With the above within the 60 s of SECURITY-BAR §1. */
const LOOK_MS = 15_000;
/** A call that was let in before the account went may still write: an upload runs for 120 s at the most. */
const LATE_WRITES_MS = 150_000;

/**
 * Owns that a deleted account goes whole: at once what makes it an account, and
 * the rest in steps, each of which may be run again. What the steps are and
 * their order stand in Holdings.
 */
@Injectable()
export class AccountRemovalsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountRemovalsService.name);
  private readonly job: Job;

  constructor(
    private readonly repository: AccountRemovalsRepository,
    private readonly holdings: Holdings,
    private readonly journal: DeletionsJournal,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('account-removals', () => this.workOnAllDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.carryOn();
  }

  /**
   * Notes that an account goes, takes the account itself away, and leaves the
   * rest to the background: from the note on no crash can keep any of it.
   *
   * @param alongWith what has to stand with the note or not at all
   * @returns whether the account was not on its way out already
   */
  async begin(
    fanId: string,
    alongWith: (transaction: ClientSession) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const now = this.clock.now();
    const [account] = this.holdings.all;
    const isNew = await this.repository.insert(
      { _id: new Types.ObjectId(fanId), at: now, pass: 'first', done: [], dueAt: now },
      alongWith,
    );
    await account.removeAllOf(fanId);
    this.logger.log({ event: 'accountDeleted', fanId });
    void this.carryOn();
    return isNew;
  }

  /** Works on what is due by now, one removal after the other. */
  @Interval(LOOK_MS)
  carryOn(): Promise<void> {
    return this.job.run();
  }

  private async workOnAllDue(): Promise<void> {
    const nameOf = ({ _id }: AccountRemoval) => _id.toString();
    await this.job.each(this.claimDue(), nameOf, (removal) => this.workOn(removal));
  }

  /** What is left half-way is due again when its time is over. */
  private async *claimDue(): AsyncGenerator<AccountRemoval> {
    while (!this.job.isClosing) {
      const removal = await this.repository.take(this.clock.now(), this.inMs(HELD_MS));
      if (!removal) return;
      yield removal;
    }
  }

  private async workOn(removal: AccountRemoval): Promise<void> {
    const renewal = setInterval(() => {
      // One that fails is tried again before the time is over.
      this.repository.setDue(removal, this.inMs(HELD_MS)).catch(() => undefined);
    }, RENEW_MS).unref();
    try {
      await this.takeSteps(removal);
      if (this.job.isClosing) await this.repository.setDue(removal, this.clock.now());
      else await this.finish(removal);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Runs what is not done yet; a step that fails holds up no other and fails the removal after them. */
  private async takeSteps(removal: AccountRemoval): Promise<void> {
    const failures: Error[] = [];
    for (const { name, run } of this.stepsOf(removal)) {
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

  private stepsOf({ _id, at, pass }: AccountRemoval) {
    const fanId = _id.toString();
    const [account, ...rest] = this.holdings.all.map(({ name, removeAllOf }) => ({
      name,
      run: () => removeAllOf(fanId),
    }));
    // Written as soon as the account is gone: from then on no restored backup may bring it back.
    const journal = { name: 'journal', run: () => this.journal.append(fanId, at) };
    const steps = account ? [account, ...(pass === 'first' ? [journal] : []), ...rest] : rest;
    return steps;
  }

  private async finish({ _id, at, pass }: AccountRemoval): Promise<void> {
    if (pass === 'last') {
      await this.repository.remove(_id);
      return;
    }
    await this.repository.beginLastPass(_id, new Date(at.getTime() + LATE_WRITES_MS));
    this.logger.log({ event: 'accountRemoved', fanId: _id });
  }

  private inMs(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}
