import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, realpath, rmdir, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { errorCode } from '../errors/error-code.js';
import { StartError } from './start-error.js';

const HOLDER_ANSWER_LIMIT_MS = 1_000;

/** `O_EXLOCK | O_NONBLOCK` of the BSDs and macOS, which Node passes through but does not name. */
const LOCK_AT_ONCE = 0x20 | 0x4;

/** The folder of all that lasts on this machine, held by this start alone. */
export interface DataFolder {
  path: string;
  release: () => Promise<void>;
}

/** Makes `KICKOFF_DATA` where it is missing, and takes it for this start. */
export async function takeDataFolder(setting: string): Promise<DataFolder> {
  const wanted = resolve(setting);
  try {
    await makeFolder(wanted);
    // One name for one folder: mongod's command line is compared with it after a crash.
    const path = await realpath(wanted);
    const release =
      process.platform === 'linux' ? await holdBySocket(path) : await holdByFile(path);
    await requireWritable(path, release);
    return { path, release };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${wanted} cannot be used (${errorCode(error) ?? String(error)}). ` +
        'Give this user the right to write there, or set KICKOFF_DATA to another folder.',
    );
  }
}

/** With its parents. Not `recursive`: under /proc that tries for ever (Node 20). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

/** Also a full or read-only disk shows only when something is written. */
async function requireWritable(path: string, release: () => Promise<void>): Promise<void> {
  try {
    await rmdir(await mkdtemp(join(path, '.write-check-')));
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * A socket name in Linux's abstract space, made from the folder's device and inode: one process can
 * hold it, the kernel frees it with that process however it ends, nothing stays on disk to be
 * mistaken for a living holder, and no number is compared that another process could get.
 */
async function holdBySocket(path: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(path, { bigint: true });
  const name = `\0kickoff-data-${dev}-${ino}`;
  const server = createServer((caller) => caller.end(String(process.pid)));
  try {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(name, done);
    });
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw inUse(path, await holderOf(name));
  }
  // The lock ends with the process and must not keep it alive.
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

/** Elsewhere the kernel's lock on an open file, which it frees as surely. Written for macOS, tried on none. */
async function holdByFile(path: string): Promise<() => Promise<void>> {
  try {
    const file = await open(
      join(path, 'lock'),
      constants.O_CREAT | constants.O_RDWR | LOCK_AT_ONCE,
    );
    return () => file.close();
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') throw error;
    throw inUse(path, undefined);
  }
}

function inUse(path: string, holder: string | undefined): StartError {
  const who = holder === undefined ? 'another KickOff' : `another KickOff (process ${holder})`;
  return new StartError(
    `The data folder ${path} is in use by ${who}. ` +
      'Stop that one first, or set KICKOFF_DATA to another folder.',
  );
}

/** The process that holds the folder, as it says itself; nothing when it is too busy to answer. */
function holderOf(name: string): Promise<string | undefined> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(HOLDER_ANSWER_LIMIT_MS, () => socket.destroy());
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.once('error', () => done(undefined));
    socket.once('close', () => done(/^\d+$/.test(answer) ? answer : undefined));
  });
}
