import type { SendMailOptions } from 'nodemailer';

/** Why a mail was rejected. */
export class CarrierFault extends Error {
  override readonly name = 'CarrierFault';

  /**
   * @param scope what failed: this mail permanently, this mail temporarily, or the mail server, so
   * that no other mail need be tried
   */
  constructor(
    readonly code: string,
    readonly scope: 'mail' | 'try' | 'server',
  ) {
    super(code);
  }
}

/** Delivers mails, one after the other. */
export abstract class MailCarrier {
  /** Whether it is an external server with a rate limit per minute. */
  abstract readonly isLimited: boolean;
  /** Delivers a mail; throws a CarrierFault if it was rejected. */
  abstract deliver(message: SendMailOptions): Promise<void>;
  /** Closes open connections; a mail in flight fails. */
  abstract close(): void;
}
