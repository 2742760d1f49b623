/** One mail to one person. */
export interface Mail {
  /** An object: an address in a string could name several recipients. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** The account that it concerns: unsent mails are removed with it. */
  accountId?: string;
  /** Expiry, such as that of a link. At most a day after it was queued. */
  until?: Date;
  /** A person waits for it: sent before mass mails. */
  isUrgent?: boolean;
}
