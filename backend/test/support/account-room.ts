import { jest } from '@jest/globals';
import type { Post } from '@kickoff/contracts';

import { AccountRemovalsService } from '../../src/accounts/account-removals.service.js';
import { aFan, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aPollBy } from './polls.js';

/** A fan whose account is exported or goes, and another who stays. */
export class AccountRoom {
  private constructor(
    readonly kickoff: KickOff,
    /** A test in which the session ends logs in again. */
    public bob: Caller,
    /** Another fan in each test. */
    public alice: Caller,
    /** A post of Bob with a poll, another in each test. */
    public theirs: Post,
  ) {}

  static async open(): Promise<AccountRoom> {
    const kickoff = await startKickOff();
    const [bob, alice] = [await aFan(kickoff), await aFan(kickoff)];
    return new AccountRoom(kickoff, bob, alice, await aPollBy(kickoff, bob));
  }

  /** Another Alice for another test, and nothing that a test made fail. */
  async begin(): Promise<void> {
    jest.restoreAllMocks();
    this.alice = await aFan(this.kickoff);
    this.theirs = await aPollBy(this.kickoff, this.bob);
  }

  /** Has a fan delete the own account. */
  remove(fan: Caller, body: object = { password: fan.password }) {
    return as(this.kickoff, fan).delete('/api/user').send(body);
  }

  /** What this instance removes behind the answer. */
  removals(at = this.kickoff): AccountRemovalsService {
    return at.app.get(AccountRemovalsService, { strict: false });
  }
}
