import { Reflector } from '@nestjs/core';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** At most this many calls per window. */
export interface Limit {
  calls: number;
  windowMs: number;
}

/** All rate limits (SECURITY-BAR §5). `RATE_LIMIT_FACTOR` multiplies each. */
export const LIMITS = {
  /** All requests of a signed-in caller, or of an address without a session. */
  signedIn: { calls: 600, windowMs: 5 * MINUTE_MS },
  anonymous: { calls: 300, windowMs: 5 * MINUTE_MS },

  wrongLoginsOfAccount: { calls: 10, windowMs: 15 * MINUTE_MS },
  wrongLoginsFromAddress: { calls: 30, windowMs: 5 * MINUTE_MS },
  /** Not a limit: after a password reset the account's lock is ignored for this window, until its first login. */
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
  votes: { calls: 120, windowMs: 10 * MINUTE_MS },
  /** Changes of viewpoints and of the shield together. */
  viewpoints: { calls: 60, windowMs: MINUTE_MS },
  follows: { calls: 100, windowMs: HOUR_MS },
  searches: { calls: 60, windowMs: MINUTE_MS },
  /** Prevents reading all profiles one by one. */
  profiles: { calls: 600, windowMs: HOUR_MS },
  /** A former name stays reserved for 30 days: one fan can reserve only a few. */
  renames: { calls: 3, windowMs: 24 * HOUR_MS },
  /** Names requested at a rename, including taken ones. */
  namesTried: { calls: 30, windowMs: HOUR_MS },
  uploads: { calls: 30, windowMs: 30 * MINUTE_MS },
  reports: { calls: 20, windowMs: HOUR_MS },
  /** Mails sent by all instances together; the rest stays queued for the next minute. */
  mails: { calls: 100, windowMs: MINUTE_MS },
  /** An export reads all data of its fan. */
  exports: { calls: 10, windowMs: HOUR_MS },
} satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** A route's own rate limit beside the general one. A handler's overrides its class's. */
export const RouteLimit = Reflector.createDecorator<LimitName | 'none' | undefined>();

/** Limits a route per caller, or per address without a session. */
export const Limited = (name: LimitName) => RouteLimit(name);
/** For probes only: they are frequent and must work without a database. */
export const Unlimited = () => RouteLimit('none');
