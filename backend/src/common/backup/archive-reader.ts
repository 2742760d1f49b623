import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { openPromise } from 'yauzl';
import type { z } from 'zod';

import { StartError } from '../config/start-error.js';
import {
  CHECK_SUMS,
  CheckSums,
  DATABASE_ENDING,
  DATABASE_FOLDER,
  Description,
  DESCRIPTION,
  FORMAT,
  TOP_FILES,
  UPLOADS_FOLDER,
} from './archive.js';

/** Consumes an entry before the returned promise resolves; may skip it. */
type TakeEntry = (name: string, open: () => Promise<Readable>) => Promise<void>;

/**
 * Throws for a file that is not a backup, is truncated or has a changed byte. Call before anything
 * in it is used.
 */
export async function requireWhole(path: string): Promise<void> {
  const found: CheckSums = {};
  let description: unknown;
  let sums: unknown;
  try {
    await readEntries(path, async (name, open) => {
      const bytes = await open();
      if (name === DESCRIPTION) description = await jsonIn(bytes);
      else if (name === CHECK_SUMS) sums = await jsonIn(bytes);
      else found[name] = await sumOf(bytes);
    });
  } catch (error) {
    throw damaged(path, error instanceof Error ? error.message : String(error));
  }
  const { format } = parseEntry(Description, description, path);
  if (format !== FORMAT) {
    throw new StartError(`The file ${path} is a backup of a newer KickOff. Restore it with that.`);
  }
  const wanted = parseEntry(CheckSums, sums, path);
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    if (!isOurs(name)) throw damaged(path, `${name} has no place in a backup`);
    if (wanted[name] !== found[name]) throw damaged(path, `${name} is not as it was written`);
  }
}

/** Reads all entries of a zip, one after the other. */
export async function readEntries(path: string, take: TakeEntry): Promise<void> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      await take(entry.fileName, () => zip.openReadStreamPromise(entry));
    }
  } finally {
    zip.close();
  }
}

function isOurs(name: string): boolean {
  return (
    name.startsWith(UPLOADS_FOLDER) ||
    (name.startsWith(DATABASE_FOLDER) && name.endsWith(DATABASE_ENDING)) ||
    TOP_FILES.some((file) => file === name)
  );
}

async function sumOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) hash.update(part);
  });
  return hash.digest('hex');
}

async function jsonIn(bytes: Readable): Promise<unknown> {
  return JSON.parse((await buffer(bytes)).toString());
}

function parseEntry<Value>(schema: z.ZodType<Value>, value: unknown, path: string): Value {
  const result = schema.safeParse(value);
  if (!result.success) throw damaged(path, 'its description or its check sums are missing');
  return result.data;
}

function damaged(path: string, why: string): StartError {
  return new StartError(
    `The file ${path} is no whole backup of KickOff (${why}). Nothing was restored; take another file.`,
  );
}
