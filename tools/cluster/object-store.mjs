import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { say } from '../start/long-step.mjs';
import { findGoProgram } from './find-go-program.mjs';
import { Part } from './part.mjs';
import { startProgram, untilAnswering } from './program.mjs';

/** Versity S3 Gateway, Apache-2.0: it stores objects as files. */
const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const STAND_IN = fileURLToPath(new URL('object-store-stand-in.mjs', import.meta.url));
const STOP_LIMIT_MS = 3_000;
const BUCKET = 'kickoff';

/**
 * @typedef {object} ObjectStore
 * @property {Part} part
 * @property {boolean} isStandIn a stand-in loses its objects when it ends
 * @property {Record<string, string>} settings of the servers
 */

/** @returns {Promise<string | undefined>} the path of a real store */
export async function findObjectStore() {
  const path = await findGoProgram({ module: MODULE, probe: ['--version'] });
  if (path === undefined) say('The S3 store is a stand-in: the test double, without any disk.');
  return path;
}

/**
 * @param {string | undefined} path of a real store
 * @param {{ port: number, folder: string, onChange: () => Promise<void> }} options
 * @returns {Promise<ObjectStore>}
 */
export async function createObjectStore(path, { port, folder, onChange }) {
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    S3_ENDPOINT: url,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY: 'kickoff',
    S3_SECRET_KEY: randomBytes(24).toString('hex'),
  };
  const [objects, metadata] = [join(folder, 'objects'), join(folder, 'metadata')];
  // A folder is a bucket. Not every file system has the extended attributes that are the other place for metadata.
  await mkdir(join(objects, BUCKET), { recursive: true });
  await mkdir(metadata);
  /** @type {[string, ...string[]]} */
  const command =
    path === undefined
      ? [process.execPath, STAND_IN, String(port)]
      : [
          path,
          ...['--port', `127.0.0.1:${port}`, '--health', '/health', '--keep-alive', '--quiet'],
          ...['posix', '--sidecar', metadata, objects],
        ];
  const launch = async () => {
    const program = startProgram({
      command,
      logFile: join(folder, 'store.log'),
      stopLimitMs: STOP_LIMIT_MS,
      env: {
        PATH: process.env['PATH'],
        ...settings,
        ROOT_ACCESS_KEY: settings.S3_ACCESS_KEY,
        ROOT_SECRET_KEY: settings.S3_SECRET_KEY,
      },
    });
    /** @param {AbortSignal} signal */
    const ready = (signal) => untilAnswering(`${url}/health`, (status) => status < 500, signal);
    return { ...program, ready };
  };
  return { part: new Part('store', launch, onChange), isStandIn: path === undefined, settings };
}
