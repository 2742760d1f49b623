import { jest } from '@jest/globals';
import type { Post } from '@kickoff/contracts';

import { AccountRemovalsService } from '../../src/accounts/account-removals.service.js';
import { aFan, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aPollBy } from './polls.js';

/** A fan whose account is exported or removed, and another whose account remains. */
export class AccountFixture {
  private constructor(
    readonly kickoff: KickOff,
    /** A test in which the session ends logs in again. */
    public bob: Caller,
    /** A new fan for each test. */
    public alice: Caller,
    /** A post of Bob with a poll, new for each test. */
    public theirs: Post,
  ) {}

  static async open(): Promise<AccountFixture> {
    const kickoff = await startKickOff();
    const [bob, alice] = [await aFan(kickoff), await aFan(kickoff)];
    return new AccountFixture(kickoff, bob, alice, await aPollBy(kickoff, bob));
  }

  /** Creates a new Alice for the next test, and restores all mocks. */
  async begin(): Promise<void> {
    jest.restoreAllMocks();
    this.alice = await aFan(this.kickoff);
    this.theirs = await aPollBy(this.kickoff, this.bob);
  }

  /** Deletes a fan's own account. */
  remove(fan: Caller, body: object = { password: fan.password }) {
    return as(this.kickoff, fan).delete('/api/user').send(body);
  }

  /** The service that removes accounts in the background on this instance. */
  removals(at = this.kickoff): AccountRemovalsService {
    return at.app.get(AccountRemovalsService, { strict: false });
  }
}
