import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import { syncFolder } from '../files/sync-folder.js';
import { CHECK_SUMS, type CheckSums, DESCRIPTION, FORMAT } from './archive.js';

/** Adds an entry and waits until it is completely written. */
export type AddEntry = (name: string, bytes: Readable) => Promise<void>;

/**
 * Writes a backup file atomically, readable by its owner only. An existing file is replaced once
 * the new one is on disk.
 *
 * @param fill adds the entries, one after the other
 */
export async function writeArchive(
  path: string,
  madeAt: Date,
  fill: (add: AddEntry) => Promise<void>,
): Promise<void> {
  const target = resolve(path);
  const unfinished = `${target}.${process.pid}.unfinished`;
  const file = await open(unfinished, 'wx', 0o600);
  const remove = () => rmSync(unfinished, { force: true });
  // Of a process that ends meanwhile.
  process.once('exit', remove);
  try {
    const zip = new ZipFile();
    const failure = new AbortController();
    zip.on('error', (error) => failure.abort(error));
    const written = pipeline(zip.outputStream, file.createWriteStream({ flush: true }), {
      signal: failure.signal,
    });
    await Promise.all([written, addAll(zip, madeAt, fill, failure)]);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  } finally {
    await file.close();
    remove();
    process.off('exit', remove);
  }
}

async function addAll(
  zip: ZipFile,
  madeAt: Date,
  fill: (add: AddEntry) => Promise<void>,
  failure: AbortController,
): Promise<void> {
  const sums: CheckSums = {};
  try {
    zip.addBuffer(jsonOf({ format: FORMAT, madeAt: madeAt.toISOString() }), DESCRIPTION);
    await fill(async (name, bytes) => {
      const hash = createHash('sha256');
      const hashed = new Transform({
        transform(part: Buffer, _encoding, done) {
          hash.update(part);
          done(null, part);
        },
      });
      zip.addReadStream(hashed, name);
      await pipeline(bytes, hashed, { end: true, signal: failure.signal });
      await finished(hashed);
      sums[name] = hash.digest('hex');
    });
    zip.addBuffer(jsonOf(sums), CHECK_SUMS);
    zip.end();
  } catch (error) {
    failure.abort(error);
    throw error;
  }
}

const jsonOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
