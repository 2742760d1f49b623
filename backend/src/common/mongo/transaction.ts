import { setTimeout as delay } from 'node:timers/promises';

import { type ClientSession, type Connection, mongo } from 'mongoose';

import { WorkVariable } from '../work/work-variable.js';
import { isDatabaseAway } from './database-away.js';

/** Time limit of retries after a write conflict, including the wait for the caller's turn. */
const CONFLICT_LIMIT_MS = 3_500;
/** The same after a lost connection: an unresponsive database has already taken longer to fail. */
const BREAK_LIMIT_MS = 1_000;
/** Upper bound of the random pause before the first retry; it grows by half with each. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** One attempt of a transaction. Its session starts with the first operation. */
interface Attempt {
  connection?: Connection;
  session?: ClientSession;
  isOver: boolean;
  running: number;
  afterCommit: (() => unknown)[];
  onEnd: (() => void)[];
}

/** Work that waited for its turn, and since when; cleared by its first transaction. */
interface Waited {
  sinceMs: number | undefined;
}

const attempts = new WorkVariable<Attempt | Waited | undefined>();

/**
 * Runs `work` in a transaction: every operation of `work` on a connection prepared by
 * `routeOperations` takes part; operations must run sequentially. Inside another transaction `work`
 * becomes part of it. Unlike the driver's `withTransaction`, which retries for two minutes, it
 * gives up in time for a response.
 *
 * @param work may run several times; the transaction is rolled back if it throws, or if the
 * outermost one returns null
 * @throws what `work` throws; after too many write conflicts an error with `isDatabaseAway`
 */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (current()) return work();
  const begun = takeWait() ?? Date.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const attempt: Attempt = { isOver: false, running: 0, afterCommit: [], onEnd: [] };
    let result: Result;
    try {
      result = await run(attempt, work);
    } catch (error) {
      if (Date.now() - begun >= retryLimitMs(error)) throw error;
      await delay(Math.random() * pauseMs);
      continue;
    }
    if (result !== null) for (const follow of attempt.afterCommit) await follow();
    return result;
  }
}

/**
 * Runs `work` once after the current transaction commits, or immediately without one. Its error
 * reaches the caller of the transaction, which stays committed.
 */
export async function afterCommit(work: () => unknown): Promise<void> {
  const attempt = current();
  if (attempt) attempt.afterCommit.push(work);
  else await work();
}

/**
 * Calls `work` when the current attempt of the transaction has ended either way; throws outside a
 * transaction.
 */
export function onTransactionEnd(work: () => void): void {
  const attempt = current();
  if (!attempt) throw new Error('This write needs a transaction');
  attempt.onEnd.push(work);
}

/** Runs `work` outside the current transaction: for work that is shared with other callers. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return attempts.run(undefined, work);
}

/**
 * Runs an operation as part of the current transaction, if any.
 *
 * @param connections of the operation's database; the transaction may have started on any of them
 * @param preferred used unless the transaction has started on another one
 * @param operate receives the connection, and the session if it takes part in the transaction
 */
export function takePart<Answer>(
  connections: readonly Connection[],
  preferred: Connection,
  operate: (connection: Connection, session?: ClientSession) => Answer,
): Answer {
  const attempt = current();
  const connection = attempt?.connection ?? preferred;
  if (!attempt || !connections.includes(connection)) return operate(preferred);
  requireIdle(attempt);
  attempt.connection = connection;
  attempt.session ??= startSession(connection);
  const answer = operate(connection, attempt.session);
  return answer instanceof Promise ? (track(attempt, answer) as Answer) : answer;
}

/**
 * Runs `work` that waited for its turn: the wait counts towards the retry limit of its first
 * transaction. Otherwise each turn would add its own limit to the caller's wait.
 *
 * @param sinceMs by `Date.now()`
 */
export function afterWaitSince<Result>(sinceMs: number, work: () => Result): Result {
  return current() ? work() : attempts.run({ sinceMs }, work);
}

/** Returns when the wait for this transaction started and clears it: nested work has not waited. */
function takeWait(): number | undefined {
  const waited = attempts.get();
  if (!waited || !('sinceMs' in waited)) return undefined;
  const { sinceMs } = waited;
  waited.sinceMs = undefined;
  return sinceMs;
}

/** The caller's transaction; work that outlives its transaction has none. */
function current(): Attempt | undefined {
  const attempt = attempts.get();
  return attempt && 'isOver' in attempt && !attempt.isOver ? attempt : undefined;
}

function startSession(connection: Connection): ClientSession {
  const session = connection.getClient().startSession();
  session.startTransaction();
  return session;
}

/**
 * MongoDB runs the operations of a transaction one at a time; an operation that is not awaited is a
 * bug too.
 */
function requireIdle({ running }: Attempt): void {
  if (running > 0) throw new Error('An operation of this transaction is still running');
}

async function track(attempt: Attempt, answer: Promise<unknown>): Promise<unknown> {
  attempt.running += 1;
  try {
    return await answer;
  } finally {
    attempt.running -= 1;
  }
}

async function run<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await attempts.run(attempt, work);
    requireIdle(attempt);
    attempt.isOver = true;
    if (result !== null) await attempt.session?.commitTransaction();
    await end(attempt);
    return result;
  } catch (error) {
    attempt.isOver = true;
    // Rolls back. An unavailable database does so itself and is not awaited.
    const ended = end(attempt);
    if (isConflict(error) || !isDatabaseAway(error)) await ended;
    else ended.catch(() => undefined);
    throw error;
  }
}

async function end({ session, onEnd }: Attempt): Promise<void> {
  try {
    await session?.endSession();
  } finally {
    for (const follow of onEnd.splice(0)) follow();
  }
}

/** Time limit of retries after an error: zero unless the transaction certainly wrote nothing. */
function retryLimitMs(error: unknown): number {
  const isTransient =
    error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError');
  if (!isTransient) return 0;
  return isConflict(error) ? CONFLICT_LIMIT_MS : BREAK_LIMIT_MS;
}

/** Returns whether a reachable server reports a write conflict. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError)) return false;
  // A bulk write wraps the error of a lost connection.
  const isAnswer = !(error.errorResponse instanceof Error);
  return isAnswer && error.hasErrorLabel('TransientTransactionError');
}
