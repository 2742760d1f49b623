import { pipeline } from 'node:stream/promises';

import type { Response } from 'express';

import { errorCode } from '../common/errors/error-code.js';
import type { Archive } from './export-archive.js';

/** Sends an archive as a download. A client disconnect is not an error. */
export async function sendArchive(response: Response, { name, bytes }: Archive): Promise<void> {
  response.attachment(name).type('application/zip');
  try {
    await pipeline(bytes, response);
  } catch (error) {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
