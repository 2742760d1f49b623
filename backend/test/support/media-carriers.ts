import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { type S3Account, S3Double } from '@kickoff/testing/s3-double';

import type { Settings } from '../../src/common/config/env.js';
import { IncomingFiles } from '../../src/common/http/incoming-files.js';
import { DiskStore } from '../../src/media/store/disk-store.js';
import type { MediaStore } from '../../src/media/store/media-store.js';
import { S3Store } from '../../src/media/store/s3-store.js';

/** A kind of storage for files. */
export interface Carrier {
  /** Settings with which the application uses it. */
  variables: Record<string, string>;
  store: (settings: Settings) => MediaStore;
  /** Returns the names of all stored files, with their folders. */
  stored: (settings: Settings) => Promise<string[]>;
  /** Stores a file without the application. */
  put: (settings: Settings, key: string) => Promise<void>;
  /** Reduces the page size of lists to two, if they have pages. */
  tearLists: () => void;
  stop: () => Promise<void>;
}

const ACCOUNT: S3Account = {
  bucket: 'kickoff-uploads',
  accessKey: 'KICKOFF-TEST',
  secretKey: 'a+secret/that=is&shown nowhere',
};

/** The settings of a bucket of the double. */
function bucketSettings(endpoint: string): Record<string, string> {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: ACCOUNT.bucket,
    S3_ACCESS_KEY: ACCOUNT.accessKey,
    S3_SECRET_KEY: ACCOUNT.secretKey,
  };
}

/** A bucket, and its store. */
export async function aBucket(): Promise<Carrier & { double: S3Double }> {
  const double = new S3Double(ACCOUNT);
  const variables = bucketSettings(await double.start());
  return {
    double,
    variables,
    store: (settings) => {
      if (!settings.s3) throw new Error('No bucket is set');
      return new S3Store(settings.s3, new IncomingFiles(settings));
    },
    stored: () => Promise.resolve([...double.objects.keys()].sort()),
    put: (_settings, key) => {
      double.objects.set(key, { bytes: Buffer.from('bytes'), type: 'image/webp' });
      return Promise.resolve();
    },
    tearLists: () => void (double.pageSize = 2),
    stop: () => double.stop(),
  };
}

/** The data folder. */
export function aDisk(): Promise<Carrier> {
  const uploads = ({ dataFolder }: Settings) => join(dataFolder, 'uploads');
  return Promise.resolve({
    variables: {},
    store: (settings) => new DiskStore(settings.dataFolder, new IncomingFiles(settings)),
    stored: async (settings) => {
      const entries = await readdir(uploads(settings), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(uploads(settings), join(parentPath, name)))
        .sort();
    },
    put: async (settings, key) => {
      const path = join(uploads(settings), key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'bytes');
    },
    tearLists: () => undefined,
    stop: () => Promise.resolve(),
  });
}
