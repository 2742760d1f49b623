import type { FormerEmail } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

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
  /** What stands with the change or not at all, given the fan before it; throws to refuse. */
  inSameTransaction: (before: User) => Promise<void>;
}

/** What an account gets with its former email. */
export interface WayBack {
  /** Of a password that nobody knows. */
  passwordHash: string;
  reset: NonNullable<User['reset']>;
  /** Ends the sessions inside the same transaction. */
  endSessions: () => Promise<void>;
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

  /** Changes own data with the email in it; the old one is reserved by the same transaction. */
  change(read: User, change: Partial<Omit<User, '_id'>> & Pick<User, 'email'>, terms: UndoTerms) {
    const { tokenHash, expiresAt, inSameTransaction } = terms;
    return this.users.replaceEmail(read, change, async (number) => {
      await inSameTransaction(read);
      await this.requireUnreserved(change.email, read._id);
      const { _id: fanId, email } = read;
      const changedAt = this.clock.now();
      await this.changes.insert({ _id: tokenHash, fanId, email, number, changedAt, expiresAt });
    });
  }

  /** The change that a living link takes back. */
  findOpen(tokenHash: string): Promise<EmailChange | null> {
    return this.changes.findOpen(tokenHash, this.clock.now());
  }

  /** Brings the email from before a change back and ends the links of later changes; false where the link is dead. */
  restore(change: EmailChange, way: WayBack): Promise<boolean> {
    const { passwordHash, reset, endSessions } = way;
    const { fanId, email } = change;
    return this.users.restoreEmail(
      fanId,
      ({ _id, userId, username, phone }) => {
        const foundBy = toFanSearchSuffixes({ _id, userId, username, email, phone });
        return { email, passwordHash, reset, foundBy };
      },
      async () => {
        if (!(await this.changes.use(change, this.clock.now()))) return false;
        await endSessions();
        return true;
      },
    );
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
