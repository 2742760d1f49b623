import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PATIENCE_MS = 15_000;
const POLL_MS = 50;

/**
 * Stops the orphaned mongod of a killed start (kill -9) on `folder` cleanly. Call before anything
 * else.
 */
export async function endOrphan(folder: string, say: (line: string) => void): Promise<void> {
  const pid = await pidInLock(folder);
  if (pid === undefined || !(await worksOn(pid, folder))) return;

  say(`Ending the MongoDB that an earlier start left behind (process ${pid}) …`);
  signal(pid, 'SIGTERM');
  const limit = Date.now() + PATIENCE_MS;
  while (await worksOn(pid, folder)) {
    if (Date.now() > limit) signal(pid, 'SIGKILL');
    // Another user's process cannot be stopped; mongod then reports that the folder is locked.
    if (Date.now() > limit + PATIENCE_MS) return;
    await delay(POLL_MS);
  }
}

async function pidInLock(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'mongod.lock'), 'utf8').catch(() => '');
  const pid = Number(text.trim());
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

/** The process id may have been reused: the command line decides. */
async function worksOn(pid: number, folder: string): Promise<boolean> {
  return `${await commandLine(pid)} `.includes(` --dbpath ${folder} `);
}

async function commandLine(pid: number): Promise<string> {
  // Slim systems have no `ps`; an ended process has an empty or no command line.
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ');
  }
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended, or belongs to another user: the caller checks again.
  }
}
