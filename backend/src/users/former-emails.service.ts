import type { FormerEmail } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { inTransaction } from '../common/mongo/transaction.js';
import { toFanSearchSuffixes } from '../common/text/fan-search-suffixes.js';
import { Clock } from '../common/time/clock.js';
import type { EmailChange } from './email-change.schema.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { refuseTaken } from './refuse-taken.js';
import type { User } from './user.schema.js';
import { UsersRepository } from './users.repository.js';

/** Under which a change of email can be taken back; auth sets them. */
export interface UndoTerms {
  /** Of the link's token, which is mailed to the old address. */
  tokenHash: string;
  expiresAt: Date;
}

/** What an account gets with its former email. */
export interface WayBack {
  /** Of a password that nobody knows. */
  passwordHash: string;
  reset: NonNullable<User['reset']>;
}

/**
 * Owns the former emails of fans while they can be brought back: reserved for
 * their fan, and restored with everything that hangs on an email at once. The
 * links and their mails are the business of auth.
 */
@Injectable()
export class FormerEmails {
  constructor(
    private readonly changes: EmailChangesRepository,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** Refuses an email that is reserved for another fan. */
  async requireUnreserved(email: string, own?: string): Promise<void> {
    if (await this.changes.isReserved(email, this.clock.now(), own)) {
      refuseTaken('email');
    }
  }

  /**
   * Reserves the email that a fan gives up, in the transaction that changes it; refuses a new one
   * that is reserved for another fan.
   */
  async reserve(
    before: User,
    newEmail: string,
    { tokenHash, expiresAt }: UndoTerms,
  ): Promise<void> {
    const { _id: fanId, email, emailChanges = 0 } = before;
    await this.requireUnreserved(newEmail, fanId);
    const changedAt = this.clock.now();
    const number = emailChanges + 1;
    await this.changes.insert({ _id: tokenHash, fanId, email, number, changedAt, expiresAt });
  }

  /** The change that a living link takes back. */
  findOpen(tokenHash: string): Promise<EmailChange | null> {
    return this.changes.findOpen(tokenHash, this.clock.now());
  }

  /** Brings the email from before a change back and ends the links of later changes; false where the link is dead. */
  restore(change: EmailChange, { passwordHash, reset }: WayBack): Promise<boolean> {
    const { fanId, email } = change;
    return inTransaction(async () => {
      if (!(await this.changes.use(change, this.clock.now()))) return false;
      const fan = await this.users.findById(fanId);
      if (!fan) return false;
      const { _id, userId, username, phone } = fan;
      const foundBy = toFanSearchSuffixes({ _id, userId, username, email, phone });
      await this.users.restoreEmail(fanId, { email, passwordHash, reset, foundBy });
      return true;
    });
  }

  /** A fan's former emails that can be brought back, oldest first. */
  async listOf(fanId: string): Promise<FormerEmail[]> {
    const changes = await this.changes.findOpenOf(fanId, this.clock.now());
    return changes.map(({ email, changedAt, expiresAt }) => ({
      email,
      changedAt: changedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.changes.removeAllOf(fanId);
  }
}
