/** One mail to one person. */
export interface Mail {
  /** As an object: an address in a string could name more than one person. */
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Whose account it is about: what is not sent yet goes with it. */
  accountId?: string;
  /** From then on it is worth nothing, such as a link that is over. A day after it was queued at the latest. */
  until?: Date;
  /** Somebody waits for it: it goes before what is sent to many. */
  isUrgent?: boolean;
}
