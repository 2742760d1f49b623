// Usage: npm test
//
// Everything that has to hold before a change lands, one after another. Installs and builds what is
// missing, goes on after a failure so that one run tells all, and ends with the sums of all runners.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { countsOfJest, countsOfPlaywright, sumOf } from './counts.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'kickoff-reports-'));

/**
 * Runs one step in the foreground and tells how long it took.
 *
 * @param {string} title
 * @param {string[]} command program and arguments
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {boolean} whether it ended well
 */
function run(title, command, extra = {}) {
  process.stdout.write(`\n=== ${title}\n`);
  const start = performance.now();
  const [program = '', ...options] = command;
  const { status } = spawnSync(program, options, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...extra },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`=== ${title}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return status === 0;
}

/** A static check is one test: it holds or it does not. @param {boolean} holds @returns {Counts} */
const check = (holds) => ({ passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 });

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
function jest(title, depth) {
  const report = join(reports, `${depth}.json`);
  const command = [process.execPath, 'tools/jest.mjs', depth, '--json', `--outputFile=${report}`];
  return counted(run(title, command), report, countsOfJest);
}

function journeys() {
  const report = join(reports, 'journeys.json');
  const endedWell = run('Browser journeys', ['npx', 'playwright', 'test', '-c', 'e2e'], {
    E2E_REPORT: report,
  });
  return counted(endedWell, report, countsOfPlaywright);
}

if (!run('Install and build', [process.execPath, 'tools/start.mjs', '--prepare'])) process.exit(1);

const sum = sumOf([
  check(run('Format', ['npx', 'prettier', '--check', '--log-level', 'warn', '.'])),
  check(run('Types', ['npm', 'run', '--silent', 'types'])),
  check(run('Lint', ['npm', 'run', '--silent', 'lint'])),
  check(run('Borders', ['npm', 'run', '--silent', 'borders'])),
  jest('Unit tests', 'unit'),
  jest('API tests', 'api'),
  journeys(),
]);
rmSync(reports, { recursive: true, force: true });

process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exit(sum.failed === 0 ? 0 : 1);
