/** Injection token: `@Inject(DATABASE_TIMEOUTS) timeouts: DatabaseTimeouts`. */
export const DATABASE_TIMEOUTS = Symbol('Timeouts of the database');

/**
 * Timeouts of the parts of a database call, in ms, after which the database counts as unavailable.
 */
export interface DatabaseTimeouts {
  /** To find the primary of the replica set. */
  serverSelection: number;
  connect: number;
  /** For the response to one operation, which the driver tries twice. */
  socket: number;
  /** For a free connection of the pool. */
  waitQueue: number;
  /** For the answer to a ping. */
  probe: number;
}

/**
 * Two socket timeouts stay below the 5 s of the security bar. The driver's limit for a whole operation
 * (`timeoutMS`) has no effect.
 */
export const SHORT_TIMEOUTS: DatabaseTimeouts = {
  serverSelection: 1_500,
  connect: 2_000,
  socket: 2_200,
  waitQueue: 2_000,
  probe: 1_000,
};
