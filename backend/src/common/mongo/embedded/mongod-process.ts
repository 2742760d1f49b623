import { spawn } from 'node:child_process';
import { open, readFile, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import type { MongodBinary } from './mongod-binary.js';

/** A killed mongod loses nothing acknowledged, so waiting longer has no benefit. */
const STOP_LIMIT_MS = 5_000;

/** Exit codes of mongod that have their own remedy. */
const PORT_TAKEN = 48;
const WRONG_VERSION = 62;
const FOLDER_IN_USE = 100;

/** With less room than this mongod cannot even log why it ends. */
const FULL_BYTES = 2 ** 20;

export interface MongodSettings {
  binary: MongodBinary;
  folder: string;
  port: number;
  logFile: string;
}

/** Why a mongod ended: a sentence, and whether another port would help. */
interface MongodEnd {
  sentence: string;
  portTaken: boolean;
}

/** A mongod process started by this one. */
export interface MongodProcess {
  pid: number;
  isRunning: () => boolean;
  ended: Promise<MongodEnd>;
  stop: () => Promise<void>;
}

/** Starts a mongod as a member of the replica set `kickoff`, on loopback only. */
export async function spawnMongod(settings: MongodSettings): Promise<MongodProcess> {
  const log = await open(settings.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const child = spawn(settings.binary.path, argumentsFor(settings), {
    stdio: ['ignore', log.fd, log.fd],
    // A separate process group: Ctrl-C signals the whole group, and the database must outlive the
    // requests in flight.
    detached: true,
  });

  // However this process ends (except by kill -9), mongod ends too.
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs);

  // Before any await: a mongod may end immediately.
  let running = true;
  const exited = new Promise<string | number>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    child.once('error', (error) => resolve(error.message));
  }).then((status) => {
    running = false;
    process.off('exit', endWithUs);
    return status;
  });
  await log.close();

  return {
    pid: child.pid ?? 0,
    isRunning: () => running,
    ended: exited.then((status) => explain(status, settings, logStart)),
    stop: async () => {
      child.kill('SIGTERM');
      const timer = new AbortController();
      const tooLong = delay(STOP_LIMIT_MS, undefined, { signal: timer.signal }).then(
        () => child.kill('SIGKILL'),
        // The timer was aborted: mongod has ended.
        () => undefined,
      );
      await exited;
      timer.abort();
      await tooLong;
    },
  };
}

function argumentsFor({ folder, port }: MongodSettings): string[] {
  return [
    ...['--dbpath', folder, '--replSet', 'kickoff'],
    ...['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
    ...['--wiredTigerCacheSizeGB', '0.25'],
    // A single member has no secondaries: its oplog serves transactions and change streams only.
    ...['--oplogSize', '128'],
    // After a kill mongod replays all writes since its last checkpoint: at most 20 s of them
    // instead of 60.
    ...['--syncdelay', '20'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Locks of a killed process expire after this time instead of a minute.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
    // Idle files are closed after 20 s instead of ten minutes: each collection and index is a file,
    // and a system may allow few.
    ...['--setParameter', 'wiredTigerFileHandleCloseIdleTime=20'],
    '--quiet',
  ];
}

async function explain(
  status: string | number,
  { binary, folder, port, logFile }: MongodSettings,
  logStart: number,
): Promise<MongodEnd> {
  const log = await readLog(logFile, logStart);
  const portTaken = status === PORT_TAKEN;
  if (portTaken) return { portTaken, sentence: `port ${port} of this machine is taken` };
  // First: mongod ends with the codes and words of other causes.
  if (log.includes('No space left on device') || (await isFull(folder))) {
    const sentence = `the disk of ${folder} is full: free some of it, or set KICKOFF_DATA to a folder on another disk`;
    return { portTaken, sentence };
  }
  if (/: Permission denied|on a read-only directory/.test(log)) {
    const sentence = `mongod may not use the files in ${folder}: give this user the right to read and write all of them, or set KICKOFF_DATA to another folder`;
    return { portTaken, sentence };
  }
  if (status === FOLDER_IN_USE) {
    const sentence = `another mongod works on ${folder}: stop it, or set KICKOFF_DATA to another folder`;
    return { portTaken, sentence };
  }
  if (status === WRONG_VERSION || log.includes('under any compatibility version')) {
    const [, writer] = /featureCompatibilityVersion[^}]*?version: \\*"([\d.]+)/.exec(log) ?? [];
    const sentence =
      `the database in ${folder} was written by ${writer === undefined ? 'another version of MongoDB' : `MongoDB ${writer}`}, ` +
      `which mongod ${binary.version} (${binary.path}) cannot read: set MONGOD_BINARY to a mongod of ` +
      'that version, or KICKOFF_DATA to another folder';
    return { portTaken, sentence };
  }
  const lastWords = lastError(log);
  const how = typeof status === 'number' ? `with code ${status}` : `by ${status}`;
  return {
    portTaken,
    sentence: `mongod ended ${how}${lastWords === undefined ? '' : ` (${lastWords})`}; its log is ${logFile}`,
  };
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < FULL_BYTES;
}

/** Returns what this mongod logged; nothing if its log is unreadable or deleted. */
async function readLog(logFile: string, start: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  return log.subarray(start).toString();
}

/** Returns mongod's fatal error, or its last error, or the error of the system's loader. */
function lastError(log: string): string | undefined {
  const lines = log.trim().split('\n');
  // A dying mongod logs its stack after the cause.
  const fatal = lines.findIndex((line) => line.includes('"s":"F"'));
  const upToFatal = fatal < 0 ? lines : lines.slice(0, fatal + 1);
  let last: string | undefined;
  for (const line of upToFatal.reverse()) {
    if (line !== '' && !line.startsWith('{')) return last ?? line;
    if (!/"s":"[EF]"/.test(line)) continue;
    // The storage engine's panic follows from a system error, logged just before.
    const [, systemError] = /"error_str":"((?!WT_PANIC)[^"]*)"/.exec(line) ?? [];
    if (systemError !== undefined) return systemError;
    last ??= /"msg":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  }
  return last;
}
