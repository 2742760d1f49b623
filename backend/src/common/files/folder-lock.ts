import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { errorCode } from '../errors/error-code.js';

/** `O_EXLOCK | O_NONBLOCK` of the BSDs and macOS, which Node passes through but does not name. */
const LOCK_AT_ONCE = 0x20 | 0x4;

/**
 * Takes a folder for this process alone, until the returned function is called or the process ends.
 *
 * @param path a resolved path of an existing folder
 * @returns undefined while another process, or this one, has it
 */
export function lockFolder(path: string): Promise<(() => Promise<void>) | undefined> {
  return process.platform === 'linux' ? lockBySocket(path) : lockByFile(path);
}

/** The name of a folder's socket in Linux's abstract space, made from its device and inode. */
export async function lockSocketOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `\0kickoff-data-${dev}-${ino}`;
}

/**
 * One process can have an abstract socket, the kernel frees it with that process however it ends,
 * nothing stays on disk to be mistaken for a living holder, and no number is compared that another
 * process could get.
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
  // The lock ends with the process and must not keep it alive.
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/** Elsewhere the kernel's lock on an open file, which it frees as surely. Written for macOS, tried on none. */
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
