import { Logger } from '@nestjs/common';
import { createTransport, type SendMailOptions } from 'nodemailer';

import { errorCode } from '../../common/errors/error-code.js';
import { CarrierFault, MailCarrier } from './mail-carrier.js';

/** Timeout of one step of the conversation with a mail server. */
const STEP_MS = 5_000;
/** Timeout of a whole mail. */
const MAIL_MS = 30_000;

/** Delivers mails to a mail server over one connection that stays open between them. */
export class SmtpCarrier extends MailCarrier {
  private readonly logger = new Logger(SmtpCarrier.name);
  readonly isLimited = true;
  private readonly transport;

  constructor(url: string) {
    super();
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: 1,
      // Whether a mail is tried again, its queue decides.
      maxRequeues: 0,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
    });
  }

  async deliver(message: SendMailOptions): Promise<void> {
    try {
      await this.transport.sendMail({ ...message, signal: AbortSignal.timeout(MAIL_MS) });
    } catch (error) {
      throw faultOf(error);
    }
    this.logger.log({ event: 'mail_sent' });
  }

  close(): void {
    this.transport.close({ force: true });
  }
}

/**
 * Determines the scope of a fault by the response and its command (RFC 5321 §4.2.1). The response
 * text may contain the address.
 */
function faultOf(error: unknown): CarrierFault {
  const code = errorCode(error) ?? 'unknown';
  const { status, command } = answerIn(error);
  const name = status === undefined ? code : `${code} ${status}`;
  // 421 closes the connection, whatever the command; and a rejected sender is not the fault of one
  // mail.
  const isOfMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE';
  if (!isOfMail || status === undefined || status === 421) return new CarrierFault(name, 'server');
  return new CarrierFault(name, status >= 500 ? 'mail' : 'try');
}

function answerIn(error: unknown): { status?: number; command?: string } {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('responseCode' in error && typeof error.responseCode === 'number'
      ? { status: error.responseCode }
      : {}),
    ...('command' in error && typeof error.command === 'string' ? { command: error.command } : {}),
  };
}
