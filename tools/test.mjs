// Usage: npm test
//
// All checks that a change must pass. Installs and builds what is missing, continues after a failure and
// ends with the names of failed tests and the sums of all runners. A signal ends the running steps first.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { resultsOfJest, resultsOfPlaywright, sumOf } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Results} Results */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'kickoff-reports-'));

/**
 * Steps that run, each with the promise of its end.
 *
 * @type {Map<import('node:child_process').ChildProcess, Promise<boolean>>}
 */
const running = new Map();
let isInterrupted = false;
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(name, async () => {
    isInterrupted = true;
    // The one signal on which Playwright stops its server too, and which npm passes on.
    for (const child of running.keys()) child.kill('SIGINT');
    await Promise.all(running.values());
    rmSync(reports, { recursive: true, force: true });
    process.exit(code);
  });
}

/**
 * Runs one step and prints its duration.
 *
 * @param {string} title
 * @param {string[]} command program and arguments
 * @param {{ extra?: NodeJS.ProcessEnv, isParallel?: boolean, isBackground?: boolean }} [options] a
 * parallel step prints its output at its end; a background step yields the processor to the others
 * @returns {Promise<boolean>} whether it succeeded
 */
async function run(title, command, { extra = {}, isParallel = false, isBackground = false } = {}) {
  const heading = `\n=== ${title}\n`;
  if (!isParallel) process.stdout.write(heading);
  const start = performance.now();
  const [program = '', ...options] = command;
  const child = spawn(program, options, {
    cwd: root,
    stdio: isParallel ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...extra },
  });
  if (isBackground && child.pid !== undefined) {
    // Its own processes inherit the priority.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (words += text));
  }
  /** @type {Promise<boolean>} */
  const end = new Promise((done) => {
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
  running.set(child, end);
  const endedWell = await end;
  running.delete(child);
  // Nothing follows: the process exits when the other steps have ended too.
  if (isInterrupted) return new Promise(() => undefined);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const verdict = `=== ${title}: ${endedWell ? 'passed' : 'FAILED'} after ${seconds} s\n`;
  process.stdout.write(isParallel ? heading + words + verdict : verdict);
  return endedWell;
}

/**
 * Runs a static check in parallel with others; it counts as one test.
 *
 * @param {string} title
 * @param {string[]} command
 * @returns {Promise<Results>}
 */
async function check(title, command) {
  const holds = await run(title, command, { isParallel: true, isBackground: true });
  return { passed: holds ? 1 : 0, failures: holds ? [] : [title], skipped: 0 };
}

/**
 * Two at a time: each of them uses one core. The linter checks the types of all projects with
 * TypeScript's native version; the libraries' declarations are built from their sources, for their
 * surfaces.
 *
 * @returns {Promise<Results[]>}
 */
async function staticChecks() {
  const structure = async () => [
    await check('Types of the libraries', ['npx', 'tsc', '-b', 'libs/remote-kit']),
    await check('Public surfaces', ['npm', 'run', '--silent', 'surface']),
    await check('Borders', ['npm', 'run', '--silent', 'borders']),
    await check('Unused code and undeclared imports', ['npm', 'run', '--silent', 'unused']),
  ];
  const text = async () => [
    await check('Lint and types', ['npm', 'run', '--silent', 'lint']),
    await check('Format', ['npx', 'oxfmt', '--check']),
  ];
  return (await Promise.all([structure(), text()])).flat();
}

/**
 * The results of a runner, plus one failure if it failed without reporting a failed test.
 *
 * @param {string} title
 * @param {boolean} endedWell
 * @param {string} report
 * @param {(report: never) => Results} resultsOf
 * @returns {Results}
 */
function reported(title, endedWell, report, resultsOf) {
  /** @type {Results} */
  let results = { passed: 0, failures: [], skipped: 0 };
  try {
    results = resultsOf(/** @type {never} */ (JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    process.stdout.write('This runner left no report.\n');
    endedWell = false;
  }
  const hasUnnamedFailure = !endedWell && results.failures.length === 0;
  return hasUnnamedFailure ? { ...results, failures: [title] } : results;
}

/**
 * @param {string} title
 * @param {'unit' | 'api'} depth
 * @param {{ isParallel?: boolean }} [options] as of `run`
 */
async function jest(title, depth, options) {
  const report = join(reports, `${depth}.json`);
  const command = [
    ...[process.execPath, 'tools/jest.mjs', depth],
    ...['--no-build', '--json', `--outputFile=${report}`],
  ];
  const endedWell = await run(title, command, { ...options, isBackground: true });
  return reported(title, endedWell, report, resultsOfJest);
}

async function journeys() {
  const report = join(reports, 'journeys.json');
  const command = ['npx', 'playwright', 'test', '-c', 'e2e'];
  const options = { extra: { E2E_REPORT: report }, isParallel: true };
  const title = 'Browser journeys';
  return reported(title, await run(title, command, options), report, resultsOfPlaywright);
}

const prepare = [process.execPath, 'tools/start.mjs', '--prepare'];
if (!(await run('Install and build', prepare))) process.exit(1);

/**
 * One after the other, in the time in which the journeys wait for their pages.
 *
 * @returns {Promise<Results[]>}
 */
async function backgroundSteps() {
  return [
    ...(await staticChecks()),
    await jest('Unit tests', 'unit', { isParallel: true }),
    await jest('API tests', 'api'),
  ];
}

// The browsers of the journeys have deadlines: they come first on a busy machine.
const results = await Promise.all([journeys(), backgroundSteps()]);
const { passed, failures, skipped } = sumOf(results.flat());
rmSync(reports, { recursive: true, force: true });

if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
process.stdout.write(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n`);
process.exit(failures.length === 0 ? 0 : 1);
