import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { errorCode } from '../errors/error-code.js';

/**
 * `O_EXLOCK | O_NONBLOCK` of the BSDs and macOS; Node passes the flags through but has no constants
 * for them.
 */
const LOCK_AT_ONCE = 0x20 | 0x4;

/**
 * Locks a folder for this process until the returned function is called or the process ends.
 * Returns undefined if it is locked already, by any process.
 *
 * @param path a resolved path of an existing folder
 */
export function lockFolder(path: string): Promise<(() => Promise<void>) | undefined> {
  return process.platform === 'linux' ? lockBySocket(path) : lockByFile(path);
}

/**
 * Returns the name of a folder's lock socket in Linux's abstract namespace, from its device and
 * inode.
 */
export async function lockSocketOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `\0kickoff-data-${dev}-${ino}`;
}

/**
 * An abstract socket has one owner, and the kernel frees it when that process ends in any way. No
 * stale file can look like a live lock, and no process id is compared that could be reused.
 */
async function lockBySocket(path: string): Promise<(() => Promise<void>) | undefined> {
  const name = await lockSocketOf(path);
  const server = createServer((caller) => caller.end(String(process.pid)));
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(name, done);
    });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    return undefined;
  }
  // The lock must not prevent the process from exiting.
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/**
 * Other systems use the kernel's lock on an open file, which is freed likewise. Written for macOS;
 * untested.
 */
async function lockByFile(path: string): Promise<(() => Promise<void>) | undefined> {
  try {
    const file = await open(
      join(path, 'lock'),
      constants.O_CREAT | constants.O_RDWR | LOCK_AT_ONCE,
    );
    return () => file.close();
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') throw error;
    return undefined;
  }
}
