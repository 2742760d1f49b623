import { addAbortSignal, PassThrough, Readable } from 'node:stream';

import type { OwnProfile } from '@kickoff/contracts';
import { ZipFile } from 'yazl';

import type { Fan } from '../common/auth/audience.js';
import type { Holding } from './holdings.js';

/** A file to send. */
export interface Archive {
  name: string;
  bytes: Readable;
}

interface Exported {
  fan: Fan;
  account: OwnProfile;
  at: Date;
  holdings: readonly Holding[];
}

/** A zip with `data.json` and all files, made while it is read: it is never whole in memory. */
export function archiveOf(exported: Exported): Archive {
  const { at } = exported;
  const zip = new ZipFile();
  const data = Readable.from(dataOf(exported));
  const bytes = new PassThrough();
  // The answer is under way by then: all that is left is to cut it off, so that nobody takes a part for the whole.
  const cutOff = (error: Error) => bytes.destroy(error);
  data.on('error', cutOff);
  zip.on('error', cutOff);
  // Whoever reads has left: no more is asked of the database, nor of where files lie.
  const left = new AbortController();
  bytes.once('close', () => {
    data.destroy();
    left.abort();
  });

  zip.outputStream.pipe(bytes);
  zip.addReadStream(data, 'data.json', { mtime: at });
  addFiles(zip, exported, cutOff, left.signal).then(() => zip.end(), cutOff);
  return { name: `kickoff-${at.toISOString().slice(0, 10)}.zip`, bytes };
}

/** Each file is opened when its turn comes. */
async function addFiles(
  zip: ZipFile,
  { fan, at, holdings }: Exported,
  cutOff: (error: Error) => void,
  left: AbortSignal,
): Promise<void> {
  for (const { filesOf } of holdings) {
    if (!filesOf) continue;
    for await (const { path, read } of filesOf(fan)) {
      // Pictures and videos are packed already.
      zip.addReadStreamLazy(`uploads/${path}`, { mtime: at, compress: false }, (give) => {
        const opened = read().then((file) => addAbortSignal(left, file.on('error', cutOff)));
        opened.then((file) => give(null, file), cutOff);
      });
    }
  }
}

/** One JSON object: the account, and a list a feature. */
async function* dataOf({ fan, account, at, holdings }: Exported): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(at)},\n"account":${JSON.stringify(account)}`;
  for (const { name, exportOf } of holdings) {
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
