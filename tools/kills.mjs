// Usage: npm run test:kills [-- number of kills, 50 by default]
//
// Runs backend/test/kills.e2e-spec.ts with more kills than the ordinary suite: two servers and
// their database are killed repeatedly under writes; afterwards every count equals its rows and no
// acknowledged write is lost.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [kills = '50'] = process.argv.slice(2);
if (!/^[1-9]\d{0,3}$/.test(kills)) {
  process.stderr.write('Usage: npm run test:kills [-- number of kills]\n');
  process.exit(2);
}

const jest = fileURLToPath(new URL('jest.mjs', import.meta.url));
const child = spawn(process.execPath, [jest, 'api', 'test/kills.e2e-spec'], {
  stdio: 'inherit',
  env: { ...process.env, KICKOFF_KILLS: kills },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.once('exit', (code) => process.exit(code ?? 1));
