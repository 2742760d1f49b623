import { types } from 'node:util';

import mongoose, { mongo, MongooseError } from 'mongoose';

import { errorCode } from '../errors/error-code.js';

/** Errors of the driver that finds no server, loses one, or waits too long for one. */
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
  mongo.MongoOperationTimeoutError,
];

/** Classes that the driver does not export. */
const AWAY_NAMES = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError']);

/**
 * Error codes of a running server that cannot serve: it changes roles, stops, is too slow, or its
 * disk is full.
 */
const CANNOT_SERVE = new Set<unknown>([
  50, 89, 91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);
const CANNOT_SERVE_LABELS = ['RetryableWriteError', 'TransientTransactionError'];

/**
 * Codes of failed connections from the system and Node's sockets; the driver passes some through
 * unwrapped.
 */
const CONNECTION_FAILED = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTCONN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Of DNS itself.
  'ETIMEOUT',
  'ESERVFAIL',
  'EREFUSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_SOCKET_CLOSED',
  'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
]);

/** Deeper than any chain of causes; also ends a cycle. */
const DEEPEST_CAUSE = 8;

/**
 * Returns whether an error means that the database is unavailable (503): by its class, its code, or
 * its cause.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isAway(error, DEEPEST_CAUSE);
}

function isAway(error: unknown, depth: number): boolean {
  if (!types.isNativeError(error) || depth === 0) return false;
  if (isAwayItself(error)) return true;
  // One of several tried addresses is enough.
  const { errors = [] } = error as Partial<AggregateError>;
  const causes: unknown[] = Array.isArray(errors) ? errors : [];
  // If the connection breaks in a bulk write, the driver wraps the error as a server response.
  const wrapped = error instanceof mongo.MongoServerError ? error.errorResponse : undefined;
  return [error.cause, wrapped, ...causes].some((cause) => isAway(cause, depth - 1));
}

function isAwayItself(error: Error): boolean {
  if (AWAY.some((kind) => error instanceof kind) || AWAY_NAMES.has(error.name)) return true;
  if (CONNECTION_FAILED.has(errorCode(error) ?? '')) return true;
  // A transaction that exhausted its conflict retries wrote nothing.
  if (error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError')) {
    return true;
  }
  // An unacknowledged bulk write; a single write throws MongoWriteConcernError.
  if (error instanceof mongo.MongoBulkWriteError && error.err) return true;
  if (error instanceof mongo.MongoServerError) {
    const hasLabel = CANNOT_SERVE_LABELS.some((label) => error.hasErrorLabel(label));
    return hasLabel || CANNOT_SERVE.has(error.code);
  }
  // Mongoose's message for a missing connection.
  if (error instanceof MongooseError) {
    return /bufferCommands|initial connection/.test(error.message);
  }
  // The driver calls `hasErrorLabel` on a raw error of a commit, which has none.
  return error instanceof TypeError && error.message.includes('hasErrorLabel is not a function');
}

/** Returns whether a write violated a unique index. */
export function isDuplicateKey(
  error: unknown,
): error is mongo.MongoServerError & { keyPattern: Record<string, unknown> } {
  return error instanceof mongo.MongoServerError && error.code === 11_000;
}
