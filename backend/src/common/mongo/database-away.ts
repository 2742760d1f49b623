import mongoose, { mongo, MongooseError } from 'mongoose';

/** What the driver throws when it finds no server, loses one, or waits too long for one. */
const AWAY = [
  mongo.MongoServerSelectionError,
  mongoose.Error.MongooseServerSelectionError,
  mongo.MongoNetworkError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoStalePrimaryError,
  mongo.MongoExpiredSessionError,
  mongo.MongoWriteConcernError,
];

/** Answers of a server that lives but cannot serve: it changes roles, stops, is too slow, or its disk is full. */
const CANNOT_SERVE = new Set<unknown>([
  50, 89, 91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);

/** Whether an error means that the database cannot be reached at the moment, so that the answer is 503. */
export function isDatabaseAway(error: unknown): boolean {
  if (AWAY.some((kind) => error instanceof kind)) return true;
  if (error instanceof mongo.MongoServerError) {
    return error.hasErrorLabel('RetryableWriteError') || CANNOT_SERVE.has(error.code);
  }
  // The pool had no free connection in time; the driver does not export this class.
  if (error instanceof Error && error.name === 'MongoWaitQueueTimeoutError') return true;
  // Mongoose's own words for "no connection yet".
  return error instanceof MongooseError && /bufferCommands|initial connection/.test(error.message);
}

/** Whether a write failed because a unique index already holds the value. */
export function isDuplicateKey(
  error: unknown,
): error is mongo.MongoServerError & { keyPattern: Record<string, unknown> } {
  return error instanceof mongo.MongoServerError && error.code === 11_000;
}
