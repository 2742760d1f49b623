import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { errorCode } from '../errors/error-code.js';
import { lockFolder, lockSocketOf } from '../files/folder-lock.js';
import { StartError } from './start-error.js';

const HOLDER_ANSWER_LIMIT_MS = 1_000;

/** Of a file that belongs to another user or is no folder, or of a disk that takes no writes. */
const UNUSABLE = new Set<unknown>([
  'EACCES',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

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
    const release = await lockFolder(path);
    if (!release) throw inUse(path, await holderOf(path));
    await requireWritable(path, release);
    return { path, release };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw fullDisk(error, wanted) ?? unusable(wanted, errorCode(error) ?? String(error));
  }
}

/**
 * The remedy for an error of the system that concerns the data folder or its disk; undefined for any
 * other error.
 */
export function diskFaultOf(error: unknown, folder: string): StartError | undefined {
  const code = errorCode(error);
  if (!UNUSABLE.has(code)) return fullDisk(error, folder);
  const { path = '' } = error as NodeJS.ErrnoException;
  return path.startsWith(folder) ? unusable(folder, `${code} of ${path}`) : undefined;
}

function fullDisk(error: unknown, folder: string): StartError | undefined {
  const code = errorCode(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new StartError(
    `The disk of the data folder ${folder} is full (${code}). ` +
      'Free some of it, or set KICKOFF_DATA to a folder on another disk.',
  );
}

function unusable(folder: string, why: string): StartError {
  return new StartError(
    `The data folder ${folder} cannot be used (${why}). ` +
      'Give this user the right to write there, or set KICKOFF_DATA to another folder.',
  );
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

function inUse(path: string, holder: string | undefined): StartError {
  const who = holder === undefined ? 'another KickOff' : `another KickOff (process ${holder})`;
  return new StartError(
    `The data folder ${path} is in use by ${who}. ` +
      'Stop that one first, or set KICKOFF_DATA to another folder.',
  );
}

/** The process that holds the folder, as it says itself; nothing when it is too busy to answer. */
async function holderOf(path: string): Promise<string | undefined> {
  const socket = connect(await lockSocketOf(path));
  return new Promise((done) => {
    let answer = '';
    socket.setTimeout(HOLDER_ANSWER_LIMIT_MS, () => socket.destroy());
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.once('error', () => done(undefined));
    socket.once('close', () => done(/^\d+$/.test(answer) ? answer : undefined));
  });
}
