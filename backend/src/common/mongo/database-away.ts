import { types } from 'node:util';

import mongoose, { mongo, MongooseError } from 'mongoose';

import { errorCode } from '../errors/error-code.js';

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
  mongo.MongoOperationTimeoutError,
];

/** Classes of the driver that it does not export. */
const AWAY_NAMES = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClosedError']);

/** Answers of a server that lives but cannot serve: it changes roles, stops, is too slow, or its disk is full. */
const CANNOT_SERVE = new Set<unknown>([
  50, 89, 91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);
const CANNOT_SERVE_LABELS = ['RetryableWriteError', 'TransientTransactionError'];

/** What the system and Node's sockets say of a connection that failed; the driver hands some of it on as it is. */
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

/** No error is wrapped as often as this; a circle of causes ends here too. */
const DEEPEST_CAUSE = 8;

/**
 * Whether an error means that the database cannot be reached at the moment, so that the answer is
 * 503: by its class, by its code, or by what caused it.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isAway(error, DEEPEST_CAUSE);
}

function isAway(error: unknown, depth: number): boolean {
  if (!types.isNativeError(error) || depth === 0) return false;
  if (isAwayItself(error)) return true;
  // One of several addresses that were tried is enough.
  const { errors = [] } = error as Partial<AggregateError>;
  const causes: unknown[] = Array.isArray(errors) ? errors : [];
  // Where a bulk write throws what broke its connection, the driver wraps it as an answer of the server.
  const wrapped = error instanceof mongo.MongoServerError ? error.errorResponse : undefined;
  return [error.cause, wrapped, ...causes].some((cause) => isAway(cause, depth - 1));
}

function isAwayItself(error: Error): boolean {
  if (AWAY.some((kind) => error instanceof kind) || AWAY_NAMES.has(error.name)) return true;
  if (CONNECTION_FAILED.has(errorCode(error) ?? '')) return true;
  // A transaction that met others again and again wrote nothing.
  if (error instanceof mongo.MongoError && error.hasErrorLabel('TransientTransactionError')) {
    return true;
  }
  // A bulk write that the server did not acknowledge, as MongoWriteConcernError of a single one.
  if (error instanceof mongo.MongoBulkWriteError && error.err) return true;
  if (error instanceof mongo.MongoServerError) {
    const hasLabel = CANNOT_SERVE_LABELS.some((label) => error.hasErrorLabel(label));
    return hasLabel || CANNOT_SERVE.has(error.code);
  }
  // Mongoose's own words for "no connection yet".
  if (error instanceof MongooseError) {
    return /bufferCommands|initial connection/.test(error.message);
  }
  // The driver asks a raw error of a commit for its labels.
  return error instanceof TypeError && error.message.includes('hasErrorLabel is not a function');
}

/** Whether a write failed because a unique index already holds the value. */
export function isDuplicateKey(
  error: unknown,
): error is mongo.MongoServerError & { keyPattern: Record<string, unknown> } {
  return error instanceof mongo.MongoServerError && error.code === 11_000;
}
