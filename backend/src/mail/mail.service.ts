import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Clock } from '../common/time/clock.js';

/** One mail to one person. */
export interface Mail {
  /** As an object: an address in a string could name more than one person. */
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** How long a mail server may take for one step of the conversation. */
const STEP_MS = 5_000;

/**
 * Owns how mails leave: by SMTP where it is set up, else as files in the
 * outbox. Always in the background, so that no answer waits for a mail server.
 */
@Injectable()
export class MailService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MailService.name);
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Writes and sends a mail once the present request is answered. */
  sendLater(write: () => Promise<Mail>): void {
    const sending = new Promise<void>((resolve) => setImmediate(resolve))
      .then(write)
      .then((mail) => this.send(mail))
      // The answer is long out: nobody but the log can be told. The error's own words may hold the address.
      .catch((error: unknown) =>
        this.logger.error({
          event: 'mailFailed',
          fault: error instanceof Error && 'code' in error ? error.code : undefined,
        }),
      )
      .finally(() => this.underWay.delete(sending));
    this.underWay.add(sending);
  }

  /** Lets mails that are on their way get out. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async send(mail: Mail): Promise<void> {
    const message: SendMailOptions = {
      ...mail,
      from: this.settings.mailFrom ?? 'KickOff <no-reply@localhost>',
      date: this.clock.now(),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (this.settings.smtpUrl === undefined) {
      await this.putIntoOutbox(message);
      return;
    }
    const transport = createTransport({
      url: this.settings.smtpUrl,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
    });
    await transport.sendMail(message);
    this.logger.log({ event: 'mailSent' });
  }

  private async putIntoOutbox(message: SendMailOptions): Promise<void> {
    const { message: bytes } = await createTransport({
      streamTransport: true,
      buffer: true,
    }).sendMail(message);
    const folder = join(this.settings.dataFolder, 'outbox');
    const time = this.clock.now().toISOString().replaceAll(/[:.]/g, '-');
    const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);

    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Written beside and renamed, so that whoever looks finds whole mails only.
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
    this.logger.log({ event: 'mailWritten', file });
  }
}
