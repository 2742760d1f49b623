import { createHash, randomBytes } from 'node:crypto';

import { Inject, Injectable, Logger } from '@nestjs/common';
import { type MessageAnswer, MESSAGES, type ResetPassword } from '@kickoff/contracts';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { loginAccount, LoginLimits } from '../common/limits/login-limits.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { type Mail, MailService } from '../mail/mail.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from './sessions.service.js';

const LIFE_MS = 30 * 60_000;

interface Account {
  _id: string;
  username: string;
  email: string;
  reset?: { tokenHash: string; expiresAt: Date };
}

/** Stores of accounts with a password: one for fans and one for admins. */
interface ResettableAccounts {
  findByEmail(email: string): Promise<Account | null>;
  /** Opens a link if the account still has the address that requested it. */
  setReset(account: Account, reset: NonNullable<Account['reset']>): Promise<void>;
  /** Sets the password and uses up the link in one write, or does neither. */
  useReset(id: string, tokenHash: string, passwordHash: string): Promise<boolean>;
}

/** An audience, and the page that its mails link to. */
export interface ResetKind {
  audience: 'fan' | 'admin';
  accounts: ResettableAccounts;
  page: '/reset' | '/admin-reset';
}

/**
 * Password resets by mail. A link is 32 random bytes, stored as a hash; it expires after 30
 * minutes, works once, and is replaced by a newer one.
 */
@Injectable()
export class PasswordResetsService {
  private readonly logger = new Logger(PasswordResetsService.name);

  constructor(
    private readonly passwords: PasswordsService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly limits: LimitsService,
    private readonly logins: LoginLimits,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Responds identically for a known and an unknown email: the work for a known one runs after the
   * response.
   */
  async ask(kind: ResetKind, email: string): Promise<MessageAnswer> {
    const account = await kind.accounts.findByEmail(email);
    // Silently: the response must not disclose whether the email is known.
    const isAllowed = await this.limits.isWithin('resetMails', `${kind.audience}:${email}`);
    if (account && isAllowed) this.mail.sendLater(() => this.aLinkFor(kind, account));
    return { message: 'If this email is registered, a reset link is on its way' };
  }

  /** Sets a new password by a mailed link and ends all sessions. */
  async use(kind: ResetKind, form: ResetPassword): Promise<MessageAnswer> {
    const account = await kind.accounts.findByEmail(form.email);
    const tokenHash = hashOf(form.token, form.email);
    const { reset } = account ?? {};
    if (!account || reset?.tokenHash !== tokenHash || reset.expiresAt <= this.clock.now()) {
      throw new InvalidInput(MESSAGES.resetLinkInvalid);
    }
    await this.passwords.requireUncommon(form.newPassword, account);

    const passwordHash = await this.passwords.hash(form.newPassword);
    const accountId = account._id;
    await inTransaction(async () => {
      const isUsed = await this.sessions.endAllAround(kind.audience, accountId, () =>
        kind.accounts.useReset(accountId, tokenHash, passwordHash),
      );
      if (!isUsed) throw new InvalidInput(MESSAGES.resetLinkInvalid);
      await this.mail.queue(aNoticeFor(account));
    });
    await this.logins.unlock(loginAccount(kind.audience, account.email));
    this.logger.log({ event: 'password_reset', audience: kind.audience, accountId });
    return { message: 'Your password has been changed. You can log in now.' };
  }

  /** Creates a link. Returns the token for the owner, and what the account of this email stores. */
  newLink(email: string): { token: string; reset: NonNullable<Account['reset']> } {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MS);
    return { token, reset: { tokenHash: hashOf(token, email), expiresAt } };
  }

  private async aLinkFor(kind: ResetKind, account: Account): Promise<Mail> {
    const { token, reset } = this.newLink(account.email);
    await kind.accounts.setReset(account, reset);
    this.logger.log({
      event: 'password_reset_requested',
      audience: kind.audience,
      accountId: account._id,
    });
    return {
      accountId: account._id,
      until: reset.expiresAt,
      isUrgent: true,
      to: { name: account.username, address: account.email },
      subject: 'Reset your KickOff password',
      text: [
        `Hello ${account.username},`,
        'someone asked for a new password for your KickOff account. If it was you, choose one here:',
        `${this.settings.publicUrl}${kind.page}/${token}`,
        'The link works once, within 30 minutes. If it was not you, there is nothing to do: your password stays as it is.',
      ].join('\n\n'),
    };
  }
}

function aNoticeFor(account: Account): Mail {
  return {
    accountId: account._id,
    isUrgent: true,
    to: { name: account.username, address: account.email },
    subject: 'Your KickOff password was changed',
    text: [
      `Hello ${account.username},`,
      'the password of your KickOff account was just changed by a link sent to this address, and all its sessions have ended.',
      'If it was not you, ask for a new link on the login page at once.',
    ].join('\n\n'),
  };
}

/** Includes the address, so that a change of email invalidates the link. */
function hashOf(token: string, email: string): string {
  return createHash('sha256').update(`${email}\n${token}`).digest('base64url');
}
