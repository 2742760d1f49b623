// Usage: npm run counters [-- number of posts and of fans, 100000 by default]
//
// Runs counters.e2e-spec.ts, fan-counters.e2e-spec.ts, timer-counters.e2e-spec.ts and
// thread-pages.e2e-spec.ts of backend/test, which bound the database cost of calls and timers, with
// many more rows than the ordinary suite.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [count = '100000'] = process.argv.slice(2);
if (!/^[1-9]\d{3,6}$/.test(count)) {
  process.stderr.write('Usage: npm run counters [-- number of posts and of fans, from 1000]\n');
  process.exit(2);
}

const jest = fileURLToPath(new URL('jest.mjs', import.meta.url));
const child = spawn(
  process.execPath,
  [jest, 'api', 'test/((fan-|timer-)?counters|thread-pages).e2e-spec'],
  {
    stdio: 'inherit',
    env: { ...process.env, KICKOFF_COUNTERS: count },
  },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.once('exit', (code) => process.exit(code ?? 1));
