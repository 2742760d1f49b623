import { Reflector } from '@nestjs/core';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often in a window of time. */
export interface Limit {
  calls: number;
  windowMs: number;
}

/** Every limit that counts calls (SECURITY-BAR §5); `RATE_LIMIT_FACTOR` multiplies them all. */
export const LIMITS = {
  /** Every call: of a signed-in caller, or of an address without a session. */
  signedIn: { calls: 600, windowMs: 5 * MINUTE_MS },
  anonymous: { calls: 300, windowMs: 5 * MINUTE_MS },

  wrongLoginsOfAccount: { calls: 10, windowMs: 15 * MINUTE_MS },
  wrongLoginsFromAddress: { calls: 30, windowMs: 5 * MINUTE_MS },
  /** No limit of calls: for so long after a reset the lock of an account does not hold, until its first login. */
  freshPasswords: { calls: 1, windowMs: 15 * MINUTE_MS },
  register: { calls: 5, windowMs: 30 * MINUTE_MS },
  forgot: { calls: 20, windowMs: HOUR_MS },
  resetMails: { calls: 3, windowMs: HOUR_MS },
  reset: { calls: 10, windowMs: 15 * MINUTE_MS },
  undoEmail: { calls: 10, windowMs: 15 * MINUTE_MS },
  /** Each change reserves an address for days and sends a mail to it. */
  emailChanges: { calls: 10, windowMs: 24 * HOUR_MS },

  clientErrors: { calls: 30, windowMs: 5 * MINUTE_MS },
  posts: { calls: 30, windowMs: 10 * MINUTE_MS },
  comments: { calls: 60, windowMs: 10 * MINUTE_MS },
  likes: { calls: 120, windowMs: 10 * MINUTE_MS },
  follows: { calls: 100, windowMs: HOUR_MS },
  searches: { calls: 60, windowMs: MINUTE_MS },
  /** Looks at other fans by name: nobody walks through all of them. */
  profiles: { calls: 600, windowMs: HOUR_MS },
  /** A name that was given up is held for 30 days: a fan closes few to others. */
  renames: { calls: 3, windowMs: 24 * HOUR_MS },
  /** Names asked for at a rename, taken ones too. */
  namesTried: { calls: 30, windowMs: HOUR_MS },
  uploads: { calls: 30, windowMs: 30 * MINUTE_MS },
  reports: { calls: 20, windowMs: HOUR_MS },
  /** Handed to the mail server by all instances together; what is more waits for the next minute. */
  mails: { calls: 100, windowMs: MINUTE_MS },
  /** An export reads everything that its fan ever made. */
  exports: { calls: 10, windowMs: HOUR_MS },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** A route's own limit beside the general one; the handler's mark wins over the class's. */
export const RouteLimit = Reflector.createDecorator<LimitName | 'none' | undefined>();

/** Counts the calls of a route by caller, or by address without one. */
export const Limited = (name: LimitName) => RouteLimit(name);
/** For probes alone: they are asked often and must answer without a database. */
export const Unlimited = () => RouteLimit('none');
