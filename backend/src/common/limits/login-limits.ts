import { Injectable } from '@nestjs/common';

import { LimitsService } from './limits.service.js';

/** A login attempt: the account by audience and email (it need not exist), and the address. */
export interface Attempt {
  account: string;
  address: string;
}

/** Returns the key of an account in the limits, by its audience and email. */
export const loginAccount = (audience: 'fan' | 'admin', email: string) => `${audience}:${email}`;

/** Limits wrong passwords per account and per address. */
@Injectable()
export class LoginLimits {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Runs one password check and counts it if wrong. While a limit is used up even a correct
   * password is refused, except for the first one after a reset. The limit is checked before and
   * after the check, so that parallel guesses learn no more than the limit allows; correct
   * passwords never count.
   *
   * @param check returns `undefined` for a wrong password
   */
  async attempt<Result>(
    attempt: Attempt,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    await this.requireLeft(attempt);
    const result = await check();
    if (result === undefined) {
      await this.limits.count('wrongLoginsFromAddress', attempt.address);
      await this.limits.count('wrongLoginsOfAccount', attempt.account);
    } else {
      await this.requireLeft(attempt);
      await this.limits.forget('freshPasswords', attempt.account);
    }
    return result;
  }

  /** Unlocks an account after a password reset until its owner logs in, whatever others guess. */
  async unlock(account: string): Promise<void> {
    await this.limits.forget('wrongLoginsOfAccount', account);
    await this.limits.forget('freshPasswords', account);
    await this.limits.note('freshPasswords', account);
  }

  private async requireLeft({ account, address }: Attempt): Promise<void> {
    await Promise.all([
      this.limits.requireLeft('wrongLoginsFromAddress', address),
      this.requireUnlocked(account),
    ]);
  }

  private async requireUnlocked(account: string): Promise<void> {
    const lockedUntil = await this.limits.usedUpUntil('wrongLoginsOfAccount', account);
    if (!lockedUntil || (await this.limits.isNoted('freshPasswords', account))) return;
    this.limits.refuse(lockedUntil);
  }
}
