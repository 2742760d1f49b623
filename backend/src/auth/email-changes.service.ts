import { createHash, randomBytes } from 'node:crypto';

import { type EmailUndone, MESSAGES, type ProfileForm } from '@kickoff/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { afterCommit, inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { type Mail, MailService } from '../mail/mail.service.js';
import { FormerEmails } from '../users/former-emails.service.js';
import { OwnDataService } from '../users/own-data.service.js';
import { UsersService } from '../users/users.service.js';
import { CredentialsService } from './credentials.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { PasswordsService } from './passwords.service.js';
import { SessionsService } from './sessions.service.js';

/** The owner of the old address. */
interface Addressee {
  _id: string;
  username: string;
  email: string;
}

/** Time in which a change of email can be undone (API.md §4). */
const UNDO_HOURS = 72;

/**
 * Prevents account theft by a change of email: the old address gets a single-use link that undoes
 * the change and ends what the thief had opened. Only the hash of a link's token is stored.
 */
@Injectable()
export class EmailChangesService {
  private readonly logger = new Logger(EmailChangesService.name);

  constructor(
    private readonly users: UsersService,
    private readonly ownData: OwnDataService,
    private readonly formerEmails: FormerEmails,
    private readonly credentials: CredentialsService,
    private readonly passwords: PasswordsService,
    private readonly resets: PasswordResetsService,
    private readonly sessions: SessionsService,
    private readonly limits: LimitsService,
    private readonly mail: MailService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Stores the profile form. A new email takes effect immediately, and the old address is notified.
   */
  async update(
    fan: Fan,
    { currentPassword, ...form }: ProfileForm,
    picture: IncomingFile | undefined,
    address: string,
  ): Promise<void> {
    const known = await this.users.findById(fan.id);
    if (!known) throw new NotFound('fan');
    if (currentPassword !== undefined) {
      await this.credentials.requirePresent(fan, currentPassword, address, known);
    }
    if (known.email !== form.email) await this.limits.count('emailChanges', fan.id);

    const prepared = await this.ownData.prepare(fan, form, picture);
    const token = randomBytes(32).toString('base64url');
    const link = `${this.settings.publicUrl}/undo-email/${token}`;
    const tokenHash = hashOf(token);
    const expiresAt = new Date(this.clock.now().getTime() + UNDO_HOURS * 60 * 60_000);
    const before = await inTransaction(async () => {
      const found = await this.ownData.replace(fan, prepared);
      if (found.email === form.email) return found;
      await this.sessions.requireOpen(fan);
      await this.formerEmails.reserve(found, form.email, { tokenHash, expiresAt });
      await this.mail.queue(anUndoMail(found, link));
      await afterCommit(() => this.logger.log({ event: 'email_changed', fanId: fan.id }));
      return found;
    }).catch(async (error: unknown) => {
      await this.ownData.abandon(fan, prepared, error);
      throw error;
    });
    await this.ownData.finish(prepared, before);
  }

  /**
   * Undoes a change of email by its mailed link. Returns what the owner needs to set a new
   * password.
   */
  async undo(token: string): Promise<EmailUndone> {
    const change = await this.formerEmails.findOpen(hashOf(token));
    if (!change) throw new InvalidInput(MESSAGES.linkInvalid);
    const { fanId } = change;
    const nobodyKnows = randomBytes(32).toString('base64url');
    const { token: resetToken, reset } = this.resets.newLink(change.email);
    const passwordHash = await this.passwords.hash(nobodyKnows);
    await inTransaction(async () => {
      const isUndone = await this.sessions.endAllAround('fan', fanId, () =>
        this.formerEmails.restore(change, { passwordHash, reset }),
      );
      if (!isUndone) throw new InvalidInput(MESSAGES.linkInvalid);
    });
    this.logger.log({ event: 'email_change_undone', fanId });
    return {
      message: 'Your old email address is back. Now choose a new password.',
      resetToken,
    };
  }
}

function anUndoMail({ _id, username, email }: Addressee, link: string): Mail {
  return {
    accountId: _id,
    isUrgent: true,
    to: { name: username, address: email },
    subject: 'Your KickOff email was changed',
    text: [
      `Hello ${username},`,
      'the email of your KickOff account was just changed to another address. If it was you, there is nothing to do.',
      'If it was not you, take it back here:',
      link,
      `The link works once, within ${UNDO_HOURS} hours. It brings this address back, ends all sessions and lets you choose a new password.`,
    ].join('\n\n'),
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
