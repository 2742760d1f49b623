import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';

import { newId } from '../common/mongo/ids.js';
import { KEYS } from '../common/config/config.module.js';
import type { Keys } from '../common/config/keys.js';
import { errorCode } from '../common/errors/error-code.js';
import { LogThrottle } from '../common/logging/log-throttle.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { MailQueueRepository } from './mail-queue.repository.js';
import { MailSender } from './mail-sender.js';
import type { Mail } from './mail.js';
import { seal } from './sealed-mail.js';

export type { Mail } from './mail.js';

/** Time after which an unsent mail expires. */
const RETENTION_MS = 24 * 60 * 60_000;

/**
 * Queues mails. They are stored first and sent in the background: no response waits for a mail
 * server.
 */
@Injectable()
export class MailService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MailService.name);
  private readonly faults = new LogThrottle();
  private readonly beingWritten = new Set<Promise<void>>();

  constructor(
    private readonly repository: MailQueueRepository,
    private readonly sender: MailSender,
    private readonly clock: Clock,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  /** Queues a mail in the current transaction, if any, and sends it after the commit. */
  async queue(mail: Mail): Promise<void> {
    const now = this.clock.now();
    const latest = new Date(now.getTime() + RETENTION_MS);
    const row = {
      _id: newId(),
      sealed: seal(mail, this.keys.mail),
      ...(mail.accountId === undefined ? {} : { accountId: mail.accountId }),
      isUrgent: mail.isUrgent ?? false,
      dueAt: now,
      tries: 0,
      until: mail.until && mail.until < latest ? mail.until : latest,
    };
    await this.repository.add(row);
    await afterCommit(() => void this.sender.sendDue());
  }

  /** Writes and queues a mail after the response, if even its duration must disclose nothing. */
  sendLater(write: () => Promise<Mail>): void {
    const writing = new Promise<void>((resolve) => setImmediate(resolve))
      .then(write)
      .then((mail) => this.queue(mail))
      // The response has been sent: log only. The error's message may contain the address.
      .catch((error: unknown) =>
        this.faults.run((count) =>
          this.logger.error({ event: 'mail_queueing_failed', fault: errorCode(error), count }),
        ),
      )
      .finally(() => this.beingWritten.delete(writing));
    this.beingWritten.add(writing);
  }

  /** Resolves once all mails requested so far have been tried. */
  async sendAll(): Promise<void> {
    await Promise.all(this.beingWritten);
    await this.sender.sendDue();
  }

  /** Removes unsent mails about an account, and their failures. */
  async removeAllOf(accountId: string): Promise<void> {
    for (const id of await this.repository.findTried(accountId)) await this.sender.settle(id);
    await this.repository.removeAllOf(accountId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.beingWritten);
  }
}
