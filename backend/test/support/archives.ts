import { buffer } from 'node:stream/consumers';

import { fromBuffer } from 'yauzl';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** Returns the files of a zip by name, read by another library than the one that wrote it. */
export async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve());
    zip.on('entry', (entry: import('yauzl').Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(error);
          return;
        }
        buffer(stream).then((bytes) => {
          files.set(entry.fileName, bytes);
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return files;
}

/** Requests a fan's export; the body of the response is a Buffer. */
export function archiveOf(kickoff: Pick<KickOff, 'url'>, fan: Caller) {
  return as(kickoff, fan)
    .get('/api/user/export')
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });
}
