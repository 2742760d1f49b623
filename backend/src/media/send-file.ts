import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

import { BadRange } from '../common/errors/coded-errors.js';
import { parseRange } from './byte-range.js';
import type { StoredFile } from './store/media-store.js';

/**
 * Responds with a stored file, honouring ranges and conditions (RFC 9110 §13, §14). The caller has
 * set the headers that describe the file, such as its ETag. Throws before the response starts if
 * the file is unreadable.
 */
export async function sendFile(file: StoredFile, response: Response): Promise<void> {
  const { req: request } = response;
  response.set('Accept-Ranges', 'bytes');
  if (request.fresh) {
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  // Only GET has ranges.
  const isRanged = request.method === 'GET' && isSameVersion(response);
  const range = isRanged ? request.get('Range') : undefined;
  const part = range === undefined ? undefined : parseRange(range, file.bytes);
  if (part === 'none') {
    response.set('Content-Range', `bytes */${file.bytes}`);
    throw new BadRange();
  }
  const { start, end } = part ?? { start: 0, end: file.bytes - 1 };
  const body = request.method === 'HEAD' ? undefined : await file.read(part);
  if (part) response.status(206).set('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  response.set('Content-Length', String(end - start + 1));
  if (body) await pipeline(body, response);
  else response.end();
}

/** Whether a partial download is of this file, by its strong ETag: no date is sent. */
function isSameVersion(response: Response): boolean {
  const begun = response.req.get('If-Range');
  return begun === undefined || begun.trim() === response.get('ETag');
}
