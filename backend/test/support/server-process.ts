import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SETTING_NAMES } from '../../src/common/config/env.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The server as a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  url: string;
  /** All that it has printed so far. */
  output: () => string;
  /** Resolves when it prints this; rejects when it ends without. */
  printed: (text: string) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  isRunning: () => boolean;
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/**
 * Ports of this worker alone, below those that the system gives to outgoing connections and to servers that
 * take any: a server that is started again finds its port free.
 */
const PORTS_A_WORKER = 4_000;
const FIRST_PORT = 20_000 + (Number(process.env['JEST_WORKER_ID'] ?? 1) % 3) * PORTS_A_WORKER;

/** A port on which nobody listens. */
export async function aFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS_A_WORKER);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    await once(probe.close(), 'close');
    return port;
  }
}

/** Runs the built server with these settings and no others. */
export async function launchServer(variables: Record<string, string>): Promise<ServerProcess> {
  const port = variables['PORT'] ?? String(await aFreePort());
  const child = launch('main.js', [], { PORT: port, ...variables });
  return observed(child, `http://127.0.0.1:${port}`);
}

/** Runs a built command of the command line to its end; tells its exit code and its words. */
export async function runCommand(
  name: 'admin' | 'backup' | 'release' | 'restore',
  options: readonly string[],
  variables: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const command = observed(launch(`${name}-command.js`, options, variables), '');
  const code = await command.ended;
  return { code, output: command.output() };
}

function launch(
  script: string,
  options: readonly string[],
  variables: Record<string, string>,
): ChildProcess {
  return spawn(process.execPath, [join(root, 'backend/dist', script), ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      // Not what a developer has in the environment or in .env, and not what Jest was given.
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
      KICKOFF_TEST_MONGODB: '',
      KICKOFF_TEST_MONGOD: '',
      KICKOFF_TEST_REDIS: '',
      KICKOFF_KILLS: '',
      MONGOD_BINARY: process.env['KICKOFF_TEST_MONGOD'] ?? '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      DEMO: 'off',
      ...variables,
    },
  });
}

function observed(child: ChildProcess, url: string): ServerProcess {
  let output = '';
  const onOutput = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of onOutput) look();
    });
  }
  let running = true;
  const ended = new Promise<number | NodeJS.Signals>((done) => {
    child.once('close', (code, signal) => {
      running = false;
      done(code ?? signal ?? 1);
    });
  });
  return {
    url,
    output: () => output,
    printed: (text) =>
      new Promise((done, fail) => {
        const look = () => {
          if (output.includes(text)) done();
        };
        onOutput.add(look);
        look();
        void ended.then((how) =>
          fail(new Error(`ended with ${how} before it printed "${text}":\n${output}`)),
        );
      }),
    kill: (signal) => child.kill(signal),
    isRunning: () => running,
    ended,
  };
}

/** The process id in mongod's lock; mongod empties the file when it ends in order. */
export async function mongodPid(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(join(dataFolder, 'mongodb', 'mongod.lock'), 'utf8');
  return text.trim() === '' ? undefined : Number(text);
}

/** Returns whether no process has this id. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
