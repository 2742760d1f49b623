import { setTimeout as delay } from 'node:timers/promises';

import { type ClientSession, type Connection, mongo } from 'mongoose';

import { isDatabaseAway } from './database-away.js';

/** A transaction that met another one is tried again for this long; nobody waits longer for an answer. */
const CONFLICT_LIMIT_MS = 3_500;
/** One whose connection broke, for this long: a database that hangs has taken longer to say so. */
const BREAK_LIMIT_MS = 1_000;
/** The pause before the next try: any time up to this, and half as much again with each try. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Runs writes that stand together or not at all. Unlike the driver's own
 * `withTransaction`, which tries for two minutes, it gives up in time for an answer.
 *
 * @param work may run several times; each operation takes the session it is
 *   given, one after another. Where it answers null, all that it wrote is taken back.
 * @throws what `work` throws, with all that it wrote taken back; an error for
 *   which `isDatabaseAway` holds where others wrote the same documents for too long
 */
export async function inTransaction<Result>(
  connection: Connection,
  work: (transaction: ClientSession) => Promise<Result | null>,
): Promise<Result | null> {
  const begun = Date.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await attempt(connection.getClient().startSession(), work);
    } catch (error) {
      if (Date.now() - begun >= retryLimitMs(error)) throw error;
    }
    await delay(Math.random() * pauseMs);
  }
}

async function attempt<Result>(
  session: ClientSession,
  work: (transaction: ClientSession) => Promise<Result | null>,
): Promise<Result | null> {
  try {
    session.startTransaction();
    const result = await work(session);
    if (result !== null) await session.commitTransaction();
    await session.endSession();
    return result;
  } catch (error) {
    // Takes back what was written. A database that is away is not waited for: it does so by itself.
    const ended = session.endSession();
    if (isConflict(error) || !isDatabaseAway(error)) await ended;
    else ended.catch(() => undefined);
    throw error;
  }
}

/** For how long a transaction that failed so is tried again: as long as nothing of it was written. */
function retryLimitMs(error: unknown): number {
  const isTransient =
    error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
  if (!isTransient) return 0;
  return isConflict(error) ? CONFLICT_LIMIT_MS : BREAK_LIMIT_MS;
}

/** Whether a server that answers says that others wrote the same. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError)) return false;
  // A bulk write wraps what broke its connection.
  const isAnswer = !(error.errorResponse instanceof Error);
  return isAnswer && error.hasErrorLabel('TransientTransactionError');
}
