import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { Clock } from '../common/time/clock.js';
import { MailCarrier } from './carriers/mail-carrier.js';
import { OutboxCarrier } from './carriers/outbox-carrier.js';
import { SmtpCarrier } from './carriers/smtp-carrier.js';
import { MailQueueRepository } from './mail-queue.repository.js';
import { MailSender } from './mail-sender.js';
import { MailService } from './mail.service.js';
import { mailsCollection } from './queued-mail.schema.js';

/** Creates a carrier for the mail server if one is set, else for files. */
function carrierFor({ smtpUrl, dataFolder }: Settings, clock: Clock): MailCarrier {
  return smtpUrl === undefined ? new OutboxCarrier(dataFolder, clock) : new SmtpCarrier(smtpUrl);
}

@Module({
  imports: [collections(mailsCollection), LimitsModule],
  providers: [
    { provide: MailCarrier, inject: [SETTINGS, Clock], useFactory: carrierFor },
    MailQueueRepository,
    MailSender,
    MailService,
  ],
  exports: [MailService],
})
export class MailModule {}
