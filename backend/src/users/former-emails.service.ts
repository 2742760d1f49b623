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

/** Conditions for undoing a change of email, set by auth. */
export interface UndoTerms {
  /** Of the link's token, which is mailed to the old address. */
  tokenHash: string;
  expiresAt: Date;
}

/** Credentials that an account gets with its former email. */
export interface WayBack {
  /** Hash of a random password that nobody knows. */
  passwordHash: string;
  reset: NonNullable<User['reset']>;
}

/**
 * Reserves fans' former emails while a change can be undone, and restores an email together with
 * all credentials. Links and mails belong to auth.
 */
@Injectable()
export class FormerEmails {
  constructor(
    private readonly changes: EmailChangesRepository,
    private readonly users: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws if an email is reserved for another fan. */
  async requireUnreserved(email: string, own?: string): Promise<void> {
    if (await this.changes.isReserved(email, this.clock.now(), own)) {
      refuseTaken('email');
    }
  }

  /**
   * Reserves the old email in the transaction that changes it. Throws if the new one is reserved
   * for another fan.
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

  /** Finds the change of an unexpired link. */
  findOpen(tokenHash: string): Promise<EmailChange | null> {
    return this.changes.findOpen(tokenHash, this.clock.now());
  }

  /**
   * Restores the email from before a change and ends the links of later changes. Returns false if
   * the link is used or expired.
   */
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

  /** Lists a fan's former emails that can be restored, oldest first. */
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
