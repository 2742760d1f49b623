import { types } from 'node:util';

import { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { errorCode } from '../errors/error-code.js';
import { isDatabaseAway } from './database-away.js';

/** Of certificate files, which the driver reads when it connects. */
const FILE_FAULTS = new Set<unknown>(['ENOENT', 'EACCES', 'EISDIR']);

/** Codes of a login that the server refuses. */
const LOGIN_REFUSED = new Set<unknown>([13, 18, 8000]);

/** DNS errors for a name that does not exist, or has no servers. */
const NO_SUCH_NAME = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

/**
 * Returns what to correct in MONGODB_URI before the database can be opened; undefined for any other
 * failure.
 */
export function startFaultOf(error: unknown): StartError | undefined {
  if (error instanceof mongo.MongoServerError && LOGIN_REFUSED.has(error.code)) {
    return new StartError(
      'The database refuses the login of MONGODB_URI. Correct its user and password, and give that user the right to read and write this database.',
    );
  }
  if (isSrvFault(error)) {
    return new StartError(
      'The name in MONGODB_URI (mongodb+srv://…) has no database servers in DNS. Correct the name, or name the servers themselves with mongodb://….',
    );
  }
  const code = errorCode(error);
  if (FILE_FAULTS.has(code)) {
    return new StartError(
      `A file that MONGODB_URI names cannot be read (${String(code)}). Correct its path, or give this user the right to read it.`,
    );
  }
  return undefined;
}

/**
 * Returns whether the name of a mongodb+srv:// address has no servers, or servers of another
 * domain.
 */
function isSrvFault(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'querySrv' || syscall === 'queryTxt') return NO_SUCH_NAME.has(errorCode(error));
  // Other errors of the address are found before anything is opened.
  return error instanceof mongo.MongoAPIError && !isDatabaseAway(error);
}
