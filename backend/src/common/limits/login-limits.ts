import { Injectable } from '@nestjs/common';

import { LimitsService } from './limits.service.js';

/** Who tries a password: the account by its audience and email (it need not exist), and where from. */
export interface Attempt {
  account: string;
  address: string;
}

/** How the limits name an account, by its audience and email. */
export const loginAccount = (audience: 'fan' | 'admin', email: string) => `${audience}:${email}`;

/** Owns how often a password may be wrong, of one account and from one address. */
@Injectable()
export class LoginLimits {
  constructor(private readonly limits: LimitsService) {}

  /**
   * Runs one check of a password and counts it when it is wrong. While either
   * limit is used up even the right password is refused, but for the first
   * one after a reset. It is looked at before the check and after it: of many
   * parallel guesses no more than the limit learn anything, and right
   * passwords never count.
   *
   * @param check gives `undefined` where the password is wrong
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

  /** Unlocks an account whose password was just reset, whatever is guessed until its owner logs in. */
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
