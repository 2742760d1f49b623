import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { jestCommand } from '../command.mjs';
import { nodeProject } from '../preset.mjs';

/** @type {string} */
let folder;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-native-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs test files in one worker.
 *
 * @param {Record<string, string>} files sources by name
 * @returns {Promise<{ code: number | null, output: string, report: Report }>}
 */
async function run(files) {
  const tests = join(folder, 'tests');
  await mkdir(tests);
  for (const [name, source] of Object.entries(files)) await writeFile(join(tests, name), source);
  const config = { ...nodeProject, rootDir: tests, maxWorkers: 1, workerIdleMemoryLimit: '900MB' };
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify({ ...config, testMatch: ['**/*.spec.ts'] }));
  const reportFile = join(folder, 'report.json');
  const options = ['--json', `--outputFile=${reportFile}`, '--no-color'];
  const { status, stderr } = spawnSync(process.execPath, jestCommand(configFile, options), {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  const report = /** @type {Report} */ (JSON.parse(await readFile(reportFile, 'utf8')));
  return { code: status, output: stderr, report };
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number,
 *   testResults: { name: string, assertionResults: { title: string, status: string }[] }[] }} Report
 */

const IMPORTS = `import { expect, it, jest } from '@jest/globals';\n`;

describe('Test files loaded by Node', () => {
  it('fail the run when a test fails, with the line of the TypeScript source', async () => {
    const { code, output, report } = await run({
      'sums.spec.ts': `${IMPORTS}
        interface Sum { total: number }
        it('passes', () => {});
        it('fails', () => {
          const sum: Sum = { total: 1 };
          expect(sum).toEqual({ total: 2 });
        });`,
    });

    expect(code).toBe(1);
    expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 1 });
    expect(output).toContain('sums.spec.ts:7:23');
  });

  it('fail the run when they throw on import', async () => {
    const { code, report } = await run({
      'broken.spec.ts': `${IMPORTS} it('is never run', () => {}); throw new Error('broken');`,
      'whole.spec.ts': `${IMPORTS} it('passes', () => {});`,
    });

    expect(code).toBe(1);
    expect(report).toMatchObject({
      numPassedTests: 1,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 1,
    });
  });

  it('fail for each kind of fault', async () => {
    const aWhile = 'await new Promise((done) => setTimeout(done, 20));';
    const faults = {
      'an error in beforeAll': `beforeAll(() => { throw new Error(); }); it('fails', () => {});`,
      'an error in a timer': `it('fails', async () => { setTimeout(() => { throw new Error(); }); ${aWhile} });`,
      'an unhandled rejection': `it('fails', async () => { void Promise.reject(new Error()); ${aWhile} });`,
      'no end within the timeout': `it('fails', () => new Promise(() => {}), 50);`,
      'a mocked module': `it('fails', () => { jest.unstable_mockModule('node:fs', () => ({})); });`,
    };

    const { code, report } = await run(
      Object.fromEntries(
        Object.entries(faults).map(([fault, source]) => [
          `${fault}.spec.ts`,
          `import { beforeAll, it, jest } from '@jest/globals';\n${source}`,
        ]),
      ),
    );

    expect(code).toBe(1);
    const statuses = report.testResults.map(({ name, assertionResults }) => [
      basename(name, '.spec.ts'),
      ...assertionResults.map(({ status }) => status),
    ]);
    expect(statuses.sort()).toEqual(
      Object.keys(faults)
        .sort()
        .map((fault) => [fault, 'failed']),
    );
  });

  it('start with the process state before earlier files ran', async () => {
    const source = `${IMPORTS}
      it('finds a clean process', () => {
        expect(process.env['LEFT_BEHIND']).toBeUndefined();
        expect(process.cwd()).not.toBe('/');
        expect(Math.random()).toBeLessThan(1);
        expect(new Date().getFullYear()).toBeGreaterThan(1970);

        process.env['LEFT_BEHIND'] = 'yes';
        process.chdir('/');
        jest.spyOn(Math, 'random').mockReturnValue(4);
        jest.useFakeTimers({ now: 0 });
      });`;

    const { code, report } = await run({ 'first.spec.ts': source, 'second.spec.ts': source });

    expect(code).toBe(0);
    expect(report).toMatchObject({ numPassedTests: 2 });
  });

  it('share modules per worker while hooks and tests belong to the importing file', async () => {
    const source = `${IMPORTS}
      import { counted, testOfSupport } from './support.js';
      testOfSupport();
      it('loads the module once', () => { expect(counted.loads).toBe(1); });`;

    const { code, report } = await run({
      'support.ts': `import { it } from '@jest/globals';
        export const counted = globalThis as unknown as { loads?: number };
        counted.loads = (counted.loads ?? 0) + 1;
        export const testOfSupport = () => { it('is defined by a shared module', () => {}); };`,
      'first.spec.ts': source,
      'second.spec.ts': source,
    });

    expect(code).toBe(0);
    expect(report).toMatchObject({ numPassedTests: 4 });
    for (const { assertionResults } of report.testResults) expect(assertionResults).toHaveLength(2);
  });
});
