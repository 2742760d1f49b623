import { setTimeout as delay } from 'node:timers/promises';

import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { SendMailOptions } from 'nodemailer';

import { KEYS, SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import type { Keys } from '../common/config/keys.js';
import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { Clock } from '../common/time/clock.js';
import { CarrierFault, MailCarrier } from './carriers/mail-carrier.js';
import { type ClaimedMail, MailQueueRepository } from './mail-queue.repository.js';
import { unseal } from './sealed-mail.js';

/** Lease of a mail: twice as long as a mail may take. */
const LEASE_MS = 60_000;
/** Poll interval for due mails, in addition to those queued by this instance. */
const POLL_MS = 5_000;
/** How long a shutdown waits for the mail in flight. */
const STOP_MS = 2_000;
/** Back-off after the first failure, the second, and so on; the last value repeats. */
const DELAYS_MS = [10, 30, 60, 300, 900, 1_800].map((seconds) => seconds * 1_000);

/**
 * Sends queued mails, one at a time in each instance and rate-limited per minute over all
 * instances, with retries until a mail expires. A mail is leased while it is sent. If an instance
 * crashes after the server accepted a mail and before its row is deleted, it is sent again with the
 * same Message-ID.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MailSender.name);
  private readonly job: Job;
  /** False in a command: it leaves the mails that it queues to the server. */
  private isServer = false;
  /** Consecutive failures of the mail server, and the end of the pause after the last one. */
  private faults = 0;
  private pausedUntilMs = 0;

  constructor(
    private readonly queue: MailQueueRepository,
    private readonly carrier: MailCarrier,
    private readonly limits: LimitsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(KEYS) private readonly keys: Keys,
    jobs: Jobs,
  ) {
    this.job = jobs.create('mails', () => this.sendAllDue(), { isConcurrent: true });
  }

  onApplicationBootstrap(): void {
    this.isServer = true;
  }

  /** Sends the mails that are due. */
  @Interval(POLL_MS)
  async sendDue(): Promise<void> {
    if (this.isServer) await this.job.run();
  }

  /** Deletes the failure of a mail that is not sent any more. */
  settle(mailId: string): Promise<void> {
    return this.job.settle(mailId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const ended = this.job.close();
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
    this.carrier.close();
    await ended;
  }

  private async sendAllDue(): Promise<void> {
    while (!this.job.isClosing && this.now() >= this.pausedUntilMs) {
      const mail = await this.next();
      if (!mail) return;
      await this.send(mail);
    }
  }

  /** Returns undefined if nothing is due, or the limit of this minute is reached. */
  private async next(): Promise<ClaimedMail | undefined> {
    const now = this.clock.now();
    if (!(await this.queue.isAnyDue(now))) return undefined;
    if (this.carrier.isLimited && !(await this.limits.isWithin('mails', 'all'))) return undefined;
    return this.queue.take(now, new Date(now.getTime() + LEASE_MS));
  }

  private async send(mail: ClaimedMail): Promise<void> {
    if (mail.until <= this.clock.now()) return this.giveUp(mail, 'tooLate');
    const message = this.messageOf(mail);
    // Another instance may have the secrets, or a restart may bring them back.
    if (!message) return this.retryLater(mail, new CarrierFault('unreadable', 'try'));
    try {
      await this.carrier.deliver(message);
    } catch (error) {
      return this.retryLater(mail, error);
    }
    this.faults = 0;
    await this.remove(mail);
  }

  private async retryLater(mail: ClaimedMail, error: unknown): Promise<void> {
    // Any other error is a bug, which a retry may not hit.
    const { code, scope } =
      error instanceof CarrierFault ? error : new CarrierFault('unknown', 'try');
    if (scope === 'mail') return this.giveUp(mail, code);
    if (scope === 'server') {
      this.faults += 1;
      this.pausedUntilMs = this.now() + delayAfter(this.faults);
    }
    this.logger.warn({ event: 'mail_delayed', fault: code, mailId: mail._id, tries: mail.tries });
    const retryAt = new Date(this.now() + delayAfter(mail.tries));
    if (!(await this.queue.putBack(mail, retryAt))) return;
    const { _id, tries: failures, since } = mail;
    await this.job.postpone(_id, code, { failures, since, retryAt });
  }

  private async giveUp(mail: ClaimedMail, fault: string): Promise<void> {
    this.logger.error({ event: 'mail_dropped', fault, mailId: mail._id, tries: mail.tries });
    await this.remove(mail);
  }

  private async remove(mail: ClaimedMail): Promise<void> {
    await this.queue.remove(mail);
    if (mail.tries > 1) await this.settle(mail._id);
  }

  /** Undefined if it was sealed with secrets that this server does not have. */
  private messageOf(mail: ClaimedMail): SendMailOptions | undefined {
    try {
      return {
        ...unseal(mail.sealed, this.keys.mail),
        from: this.settings.mailFrom ?? 'KickOff <no-reply@localhost>',
        date: this.clock.now(),
        messageId: `<${mail._id}@${new URL(this.settings.publicUrl).hostname}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      };
    } catch {
      return undefined;
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function delayAfter(tries: number): number {
  return DELAYS_MS[Math.min(tries, DELAYS_MS.length) - 1] ?? 0;
}
