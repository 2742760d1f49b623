import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 50;

/** Ends the mongod that a killed start (kill -9) left running on `folder`, cleanly and before all else. */
export async function endOrphan(folder: string, say: (line: string) => void): Promise<void> {
  const pid = await pidInLock(folder);
  if (pid === undefined || !(await worksOn(pid, folder))) return;

  say(`Ending the MongoDB that an earlier start left behind (process ${pid}) …`);
  signal(pid, 'SIGTERM');
  const limit = Date.now() + PATIENCE_MS;
  while (await worksOn(pid, folder)) {
    if (Date.now() > limit) signal(pid, 'SIGKILL');
    // Another user's process cannot be ended; mongod itself then refuses the folder in words.
    if (Date.now() > limit + PATIENCE_MS) return;
    await delay(LOOK_EVERY_MS);
  }
}

async function pidInLock(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'mongod.lock'), 'utf8').catch(() => '');
  const pid = Number(text.trim());
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

/** The number in the lock may have been given to another program since: its command line decides. */
async function worksOn(pid: number, folder: string): Promise<boolean> {
  return `${await commandLine(pid)} `.includes(` --dbpath ${folder} `);
}

async function commandLine(pid: number): Promise<string> {
  // Slim systems have no `ps`; a process that has ended has an empty or no command line.
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
    // Gone since, or another user's: the caller looks again.
  }
}
