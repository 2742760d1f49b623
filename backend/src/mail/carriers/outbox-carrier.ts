import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Logger } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';

import { errorCode } from '../../common/errors/error-code.js';
import type { Clock } from '../../common/time/clock.js';
import { CarrierFault, MailCarrier } from './mail-carrier.js';

/** Writes each mail as a file to the outbox of the data folder. */
export class OutboxCarrier extends MailCarrier {
  private readonly logger = new Logger(OutboxCarrier.name);
  readonly isLimited = false;

  constructor(
    private readonly dataFolder: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  async deliver(message: SendMailOptions): Promise<void> {
    const { message: bytes } = await createTransport({
      streamTransport: true,
      buffer: true,
    }).sendMail(message);
    const folder = join(this.dataFolder, 'outbox');
    const time = this.clock.now().toISOString().replaceAll(/[:.]/g, '-');
    const file = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written under another name and renamed, so that a reader finds complete mails only.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      throw new CarrierFault(errorCode(error) ?? 'unknown', 'server');
    }
    this.logger.log({ event: 'mail_written', file });
  }

  close(): void {
    return;
  }
}
