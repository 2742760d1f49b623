import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { Clock } from '../common/time/clock.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { UsersService } from '../users/users.service.js';
import type { NotificationRound, RoundAudience } from './notification-round.schema.js';
import { NotificationRoundsRepository } from './notification-rounds.repository.js';
import { NotificationWriter } from './notification-writer.js';
import type { Telling } from './telling.js';

/** Whoever goes a round holds it for this long at a time; a dead one's is free after it. */
const HELD_MS = 30_000;
const LOOK_MS = 10_000;

/**
 * Owns that what concerns many fans reaches them all: the call that caused it
 * writes one row, and the fans are told in batches behind it, by whichever
 * instance lives. A round that breaks off begins anew; nobody is told twice.
 */
@Injectable()
export class NotificationRounds implements OnApplicationBootstrap {
  private readonly job: Job;

  constructor(
    private readonly repository: NotificationRoundsRepository,
    private readonly writer: NotificationWriter,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly users: UsersService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('notification-rounds', () => this.goAll(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    void this.carryOn();
  }

  /**
   * Tells something to many fans.
   *
   * @param id names what is told: what was begun under it is not begun again
   */
  async begin(id: string, audience: RoundAudience, telling: Telling): Promise<void> {
    const at = this.clock.now();
    if (!(await this.repository.insert({ _id: id, audience, telling, at, dueAt: at }))) return;
    void this.carryOn();
  }

  /** Goes all rounds that are due by now. */
  @Interval(LOOK_MS)
  carryOn(): Promise<void> {
    return this.job.run();
  }

  private async goAll(): Promise<void> {
    const nameOf = ({ _id }: NotificationRound) => _id;
    await this.job.each(this.claimDue(), nameOf, (round) => this.go(round));
  }

  /** What is left half-way is due again when its time is over. */
  private async *claimDue(): AsyncGenerator<NotificationRound> {
    while (!this.job.isClosing) {
      const round = await this.repository.take(this.clock.now(), this.heldUntil());
      if (!round) return;
      yield round;
    }
  }

  private async go({ _id, audience, telling }: NotificationRound): Promise<void> {
    for await (const ids of this.fansOf(audience)) {
      if (this.job.isClosing) {
        await this.repository.hold(_id, this.clock.now());
        return;
      }
      const { actorId } = telling;
      const hiding = actorId === undefined ? undefined : await this.blocks.hiding(actorId, ids);
      const told = ids.filter((fanId) => !hiding?.has(fanId));
      await this.writer.write(told.map((fanId) => ({ fanId, telling })));
      await this.repository.hold(_id, this.heldUntil());
    }
    await this.repository.close(_id);
  }

  private fansOf(audience: RoundAudience): AsyncIterable<string[]> {
    return 'teams' in audience
      ? this.users.fansOfTeams(audience.teams)
      : this.follows.followersOf(audience.followersOf);
  }

  private heldUntil(): Date {
    return new Date(this.clock.now().getTime() + HELD_MS);
  }
}
