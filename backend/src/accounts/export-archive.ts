import { addAbortSignal, PassThrough, Readable } from 'node:stream';

import type { OwnProfile } from '@kickoff/contracts';
import { ZipFile } from 'yazl';

import type { Fan } from '../common/auth/audience.js';
import { inBackground, iterateInBackground } from '../common/mongo/background.js';
import type { PersonalDataSource } from './personal-data-sources.js';

export interface Archive {
  name: string;
  bytes: Readable;
}

interface ExportInput {
  fan: Fan;
  account: OwnProfile;
  at: Date;
  sources: readonly PersonalDataSource[];
}

/**
 * Creates a zip of `data.json` and all files, streamed: it is never in memory as a whole. Reads the
 * database in the background.
 */
export function createArchive(exported: ExportInput): Archive {
  const { at } = exported;
  const zip = new ZipFile();
  const data = Readable.from(iterateInBackground(serializeData(exported)));
  const bytes = new PassThrough();
  // The response has started: abort it, so that a partial archive is not taken for a complete one.
  const cutOff = (error: Error) => bytes.destroy(error);
  data.on('error', cutOff);
  zip.on('error', cutOff);
  // The reader has disconnected: stop reading from the database and file storage.
  const left = new AbortController();
  bytes.once('close', () => {
    data.destroy();
    left.abort();
  });

  zip.outputStream.pipe(bytes);
  zip.addReadStream(data, 'data.json', { mtime: at });
  const filesAdded = inBackground(() => addFiles(zip, exported, cutOff, left.signal));
  filesAdded.then(() => zip.end(), cutOff);
  return { name: `kickoff-${at.toISOString().slice(0, 10)}.zip`, bytes };
}

/** Adds files lazily: each is opened when it is written. */
async function addFiles(
  zip: ZipFile,
  { fan, at, sources }: ExportInput,
  cutOff: (error: Error) => void,
  left: AbortSignal,
): Promise<void> {
  for (const { filesOf } of sources) {
    if (!filesOf) continue;
    for await (const { path, read } of filesOf(fan)) {
      // Pictures and videos are compressed already.
      zip.addReadStreamLazy(`uploads/${path}`, { mtime: at, compress: false }, (give) => {
        const opened = read().then((file) => addAbortSignal(left, file.on('error', cutOff)));
        opened.then((file) => give(null, file), cutOff);
      });
    }
  }
}

/** Yields one JSON object: the account, and a list per feature or the one row of it. */
async function* serializeData({ fan, account, at, sources }: ExportInput): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(at)},\n"account":${JSON.stringify(account)}`;
  for (const { name, exportOne, exportOf } of sources) {
    if (exportOne) yield `,\n${JSON.stringify(name)}:${JSON.stringify(await exportOne(fan))}`;
    if (!exportOf) continue;
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const row of exportOf(fan)) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
