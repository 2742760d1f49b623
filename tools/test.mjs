// Usage: npm test
//
// Everything that has to hold before a change lands. Installs and builds what is missing, goes on
// after a failure so that one run tells all, and ends with the sums of all runners.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { countsOfJest, countsOfPlaywright, sumOf } from './counts.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'kickoff-reports-'));

/**
 * Runs one step and tells how long it took.
 *
 * @param {string} title
 * @param {string[]} command program and arguments
 * @param {{ extra?: NodeJS.ProcessEnv, isBeside?: boolean }} [manner] a step beside others says all at its end
 * @returns {Promise<boolean>} whether it ended well
 */
async function run(title, command, { extra = {}, isBeside = false } = {}) {
  const heading = `\n=== ${title}\n`;
  if (!isBeside) process.stdout.write(heading);
  const start = performance.now();
  const [program = '', ...options] = command;
  const child = spawn(program, options, {
    cwd: root,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...extra },
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (words += text));
  }
  const endedWell = await new Promise((done) => {
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const end = `=== ${title}: ${endedWell ? 'passed' : 'FAILED'} after ${seconds} s\n`;
  process.stdout.write(isBeside ? heading + words + end : end);
  return endedWell;
}

/**
 * A static check, beside others, is one test: it holds or it does not.
 *
 * @param {string} title
 * @param {string[]} command
 * @returns {Promise<Counts>}
 */
async function check(title, command) {
  const holds = await run(title, command, { isBeside: true });
  return { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 };
}

/** The type-aware linter takes as long as all others together. */
function staticChecks() {
  const others = async () => [
    await check('Format', ['npx', 'prettier', '--check', '--log-level', 'warn', '.']),
    await check('Types', ['npm', 'run', '--silent', 'types']),
    await check('Borders', ['npm', 'run', '--silent', 'borders']),
  ];
  return Promise.all([check('Lint', ['npm', 'run', '--silent', 'lint']), others()]);
}

/**
 * A runner's own counts, and one failure more where it ended badly without telling a failed test.
 *
 * @param {boolean} endedWell
 * @param {string} report
 * @param {(report: never) => Counts} countsOf
 * @returns {Counts}
 */
function counted(endedWell, report, countsOf) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = countsOf(/** @type {never} */ (JSON.parse(readFileSync(report, 'utf8'))));
  } catch {
    process.stdout.write('This runner left no report.\n');
    endedWell = false;
  }
  return !endedWell && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} title @param {'unit' | 'api'} depth */
async function jest(title, depth) {
  const report = join(reports, `${depth}.json`);
  const command = [process.execPath, 'tools/jest.mjs', depth, '--json', `--outputFile=${report}`];
  return counted(await run(title, command), report, countsOfJest);
}

async function journeys() {
  const report = join(reports, 'journeys.json');
  const command = ['npx', 'playwright', 'test', '-c', 'e2e'];
  const endedWell = await run('Browser journeys', command, { extra: { E2E_REPORT: report } });
  return counted(endedWell, report, countsOfPlaywright);
}

const prepare = [process.execPath, 'tools/start.mjs', '--prepare'];
if (!(await run('Install and build', prepare))) process.exit(1);

const [lint, others] = await staticChecks();
const sum = sumOf([
  lint,
  ...others,
  await jest('Unit tests', 'unit'),
  await jest('API tests', 'api'),
  await journeys(),
]);
rmSync(reports, { recursive: true, force: true });

process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(sum.failed === 0 ? 0 : 1);
