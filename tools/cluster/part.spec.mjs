import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { Part } from './part.mjs';
import { startProgram } from './program.mjs';

/** @type {string} */
let folder;
/** @type {Part | undefined} */
let part;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kickoff-part-'));
});
afterEach(async () => {
  await part?.stop();
  rmSync(folder, { recursive: true });
});

/** @param {string} script of Node @param {() => void} [onChange] */
function aPart(script, onChange = () => undefined) {
  const launch = () => {
    const program = startProgram({
      command: [process.execPath, '-e', script],
      logFile: join(folder, 'log'),
      stopLimitMs: 500,
      cwd: folder,
    });
    return Promise.resolve({ ...program, ready: () => Promise.resolve() });
  };
  part = new Part('part', launch, () => Promise.resolve(onChange()));
  return part;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('Part', () => {
  it('is started again after its process was killed', async () => {
    /** @type {(pid: number) => void} */
    let onReturn = () => undefined;
    /** @type {Promise<number>} */
    const returned = new Promise((done) => (onReturn = done));
    let first = 0;
    const server = aPart('setInterval(() => {}, 1000)', () => {
      if (first !== 0 && server.state.pid !== first && server.state.isReady) {
        onReturn(server.state.pid);
      }
    });
    await server.start();
    first = server.state.pid;

    process.kill(first, 'SIGKILL');

    expect(isRunning(await returned)).toBe(true);
  });

  it('fails to start with the way its process ended', async () => {
    const server = aPart('process.exit(3)');
    server.launch = ((launch) => async () => {
      const started = await launch();
      return { ...started, ready: () => new Promise(() => undefined) };
    })(server.launch);

    await expect(server.start()).rejects.toThrow('part ended with code 3 before it was ready.');
  });

  it('ends a frozen process in order', async () => {
    const server = aPart(
      `process.on('SIGTERM', () => { require('fs').writeFileSync('ended', ''); process.exit(); });
       require('fs').writeFileSync('begun', ''); setInterval(() => {}, 1000)`,
    );
    await server.start();
    while (!existsSync(join(folder, 'begun'))) await new Promise((done) => setTimeout(done, 10));
    process.kill(server.state.pid, 'SIGSTOP');

    await server.stop();

    expect(existsSync(join(folder, 'ended'))).toBe(true);
  });

  it('kills a process that does not end', async () => {
    const server = aPart("process.on('SIGTERM', () => undefined); setInterval(() => {}, 1000)");
    await server.start();

    await server.stop();

    expect(isRunning(server.state.pid)).toBe(false);
  });
});
