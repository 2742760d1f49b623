import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { z } from 'zod';

import { errorCode } from '../../errors/error-code.js';

const run = promisify(execFile);

/** Fields that `execFile` adds to its error. */
const ProgramFailure = z.object({ signal: z.string().nullish(), stderr: z.string().default('') });

/** Transactions, change streams and `$setWindowFields` as KickOff uses them were tried from here on. */
const OLDEST_MAJOR = 6;

/** A mongod that ran on this machine and printed its version. */
export interface MongodBinary {
  path: string;
  version: string;
}

/** Runs `mongod --version`; throws with the reason when this binary is of no use here. */
export async function checkMongod(path: string): Promise<MongodBinary> {
  const { stdout } = await run(path, ['--version'], { timeout: 20_000 }).catch((error: unknown) => {
    throw new Error(whyItDoesNotRun(error));
  });
  const [, version, major] = /^db version v((\d+)\.\S+)/m.exec(stdout) ?? [];
  if (version === undefined) throw new Error('is not a mongod');
  if (Number(major) < OLDEST_MAJOR) {
    throw new Error(`is version ${version}, needed is ${OLDEST_MAJOR}.0 or newer`);
  }
  return { path, version };
}

function whyItDoesNotRun(error: unknown): string {
  if (errorCode(error) === 'ENOENT') return 'not found';
  if (errorCode(error) === 'EACCES') return 'is not executable';
  const { signal, stderr } = ProgramFailure.parse(error);
  // On a processor without AVX every MongoDB since 5.0 ends with SIGILL.
  if (signal) return `was ended by ${signal}`;
  return `does not run: ${stderr.trim().split('\n')[0] ?? ''}`;
}
