import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';

import { errorCode } from '../errors/error-code.js';
import { lockFolder, lockSocketOf } from '../files/folder-lock.js';
import { StartError } from './start-error.js';

const HOLDER_ANSWER_LIMIT_MS = 1_000;

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
