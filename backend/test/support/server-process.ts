import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { SETTING_NAMES } from '../../src/common/config/env.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A built command as a separate process. */
export interface Command {
  /** Everything that it has printed so far. */
  output: () => string;
  /** Resolves when it prints this; rejects if it ends before. */
  printed: (text: string) => Promise<void>;
  /** Closes the pipes that it prints to. */
  closeOutput: () => void;
  kill: (signal: NodeJS.Signals) => void;
  isRunning: () => boolean;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** The server as a separate process, as `npm start` runs it. */
export interface ServerProcess extends Command {
  url: string;
}

/**
 * Ports of this worker only, below the ephemeral ports of outgoing connections: a restarted server
 * finds its port free.
 */
const PORTS_A_WORKER = 4_000;
const FIRST_PORT = 20_000 + (Number(process.env['JEST_WORKER_ID'] ?? 1) % 3) * PORTS_A_WORKER;

/** Returns a free port. */
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

/** Runs the built server with these settings only. */
export async function launchServer(variables: Record<string, string>): Promise<ServerProcess> {
  const port = variables['PORT'] ?? String(await aFreePort());
  const child = launch('main.js', [], { PORT: port, ...variables });
  return { url: `http://127.0.0.1:${port}`, ...observed(child) };
}

type CommandName = 'admin' | 'backup' | 'release' | 'restore';

/** Starts a built command. */
export function launchCommand(
  name: CommandName,
  options: readonly string[],
  variables: Record<string, string>,
): Command {
  return observed(launch(`${name}-command.js`, options, variables));
}

/** Runs a built command to its end; returns its exit code and output. */
export async function runCommand(
  name: CommandName,
  options: readonly string[],
  variables: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const command = launchCommand(name, options, variables);
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
      // Overrides what a developer has in the environment or in .env, and what Jest was given.
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

function observed(child: ChildProcess): Command {
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
    closeOutput: () => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    },
    kill: (signal) => child.kill(signal),
    isRunning: () => running,
    ended,
  };
}

/** Returns the process id in mongod's lock file; mongod empties the file on a clean shutdown. */
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
