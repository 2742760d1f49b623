import { mongo, MongooseError } from 'mongoose';

/** Whether an error means that the database cannot be reached at the moment, so that the answer is 503. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerSelectionError) return true;
  if (error instanceof mongo.MongoNetworkError) return true;
  if (error instanceof mongo.MongoNotConnectedError) return true;
  if (error instanceof mongo.MongoTopologyClosedError) return true;
  if (error instanceof mongo.MongoOperationTimeoutError) return true;
  if (error instanceof mongo.MongoServerError) {
    return error.hasErrorLabel('RetryableWriteError') || error.codeName === 'MaxTimeMSExpired';
  }
  // Mongoose's own words for "no connection yet".
  return error instanceof MongooseError && /bufferCommands|initial connection/.test(error.message);
}

/** Whether a write failed because a unique index already holds the value. */
export function isDuplicateKey(
  error: unknown,
): error is mongo.MongoServerError & { keyPattern: Record<string, unknown> } {
  return error instanceof mongo.MongoServerError && error.code === 11_000;
}
