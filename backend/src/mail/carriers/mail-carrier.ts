import type { SendMailOptions } from 'nodemailer';

/** Why a mail was not taken. */
export class CarrierFault extends Error {
  override readonly name = 'CarrierFault';

  /**
   * @param scope what is at fault: this mail for good, this mail for now, or the
   *   mail server, so that another mail need not be tried
   */
  constructor(
    readonly code: string,
    readonly scope: 'mail' | 'try' | 'server',
  ) {
    super(code);
  }
}

/** Takes mails away, one after the other. */
export abstract class MailCarrier {
  /** Whether it is another's server, which takes only so many a minute. */
  abstract readonly isLimited: boolean;
  /** Hands a mail over; throws a CarrierFault where it was not taken. */
  abstract deliver(message: SendMailOptions): Promise<void>;
  /** Ends what it holds open; a mail under way fails. */
  abstract close(): void;
}
