// Usage: npm run test:changed [-- <commit or branch>]
//
// Checks what a change touches, compared with `main`: format, borders, documents; lint, types and unit tests of
// the affected projects; the API tests named after what changed. Journeys and all other API tests: `npm test`.
// A signal ends the running check first.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { selectApiTests } from './changed/select-api-tests.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [against = 'main'] = process.argv.slice(2);

/** @param {string[]} options @returns {string[]} lines */
const git = (...options) =>
  execFileSync('git', options, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const known = ['rev-parse', '--verify', '--quiet', `${against}^{commit}`];
if (spawnSync('git', known, { cwd: root }).status !== 0) {
  process.stderr.write(
    `There is no commit or branch ${against} here. Name another: npm run test:changed -- origin/main\n`,
  );
  process.exit(2);
}
const [base = against] = git('merge-base', against, 'HEAD');
const changed = [
  ...git('diff', '--name-only', '--relative', base),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((path) => existsSync(new URL(`../${path}`, import.meta.url)));

/** @type {string[]} */
const failed = [];

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(name, () => {
    if (!running) process.exit(code);
    running.once('close', () => process.exit(code));
    // The one signal that npm passes on.
    running.kill('SIGINT');
  });
}

/**
 * @param {string} title
 * @param {string[]} command program and arguments
 */
async function run(title, [program = '', ...options]) {
  const start = performance.now();
  process.stdout.write(`\n=== ${title}\n`);
  const child = (running = spawn(program, options, { cwd: root, stdio: 'inherit' }));
  /** @type {number | null} */
  const status = await new Promise((done) => {
    child.once('error', () => done(null));
    child.once('close', done);
  });
  running = undefined;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`=== ${title}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  if (status !== 0) failed.push(title);
}

if (changed.length === 0) {
  process.stdout.write(`Nothing differs from ${against}.\n`);
  process.exit(0);
}
const apiTests = readdirSync(new URL('../backend/test', import.meta.url))
  .filter((name) => name.endsWith('.e2e-spec.ts'))
  .map((name) => `backend/test/${name}`);
const selected = selectApiTests(changed, apiTests);

await run('Format', ['npx', 'oxfmt', '--check']);
await run('Borders', ['npm', 'run', '--silent', 'borders']);
await run('Lint, types and unit tests of affected projects', [
  ...['npx', 'nx', 'affected', '-t', 'lint', 'types', 'test', `--base=${base}`],
  '--parallel=2',
  '--outputStyle=static',
]);
await run('Documents, clusters', [
  process.execPath,
  'tools/jest.mjs',
  'unit',
  'tools/(documents|findable|containers|deployment)',
]);
if (selected.length > 0)
  await run('API tests', [process.execPath, 'tools/jest.mjs', 'api', ...selected]);

const left = apiTests.length - selected.length;
process.stdout.write(`\n${left} files of API tests and all journeys were not run: npm test.\n`);
process.stdout.write(failed.length > 0 ? `FAILED: ${failed.join(', ')}\n` : 'All passed.\n');
process.exit(failed.length > 0 ? 1 : 0);
