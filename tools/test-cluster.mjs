// Usage: npm run test:cluster [-- number of faults [seed]], 7 faults and a random seed where none are named
//
// Checks what the three servers of a cluster share. Then kills, freezes, rolls and takes away its parts under writes,
// each in turn, then at random. Nothing that was acknowledged may be lost or doubled, no response may be a 5xx but 503,
// and no event stream may miss an event without a reset. The specs are backend/test/*.cluster-spec.ts. PORT is the first
// of ten ports, 5640 where none is named.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

import { runCluster } from './cluster/run-cluster.mjs';
import { build } from './start/build.mjs';
import { giveUp } from './start/long-step.mjs';

const [rounds = '7', seed = String(randomInt(1, 2_147_483_647))] = process.argv.slice(2);
if (![rounds, seed].every((text) => /^[1-9]\d{0,9}$/.test(text))) {
  giveUp('Usage: npm run test:cluster [-- number of faults [seed]]');
}

register('./jest/typescript-loader.mjs', import.meta.url);
const { SETTING_NAMES } = await import('../backend/src/common/config/env.js');
/** Many writes come from few fans. */
const LIMIT_FACTOR = '100';
const port = process.env['PORT'] || '5640';
const smtpPort = String(Number(port) + 9);
await build(['backend']);
await runCluster({
  port,
  settings: {
    ...process.env,
    // Not what a developer has in the environment or in .env.
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: LIMIT_FACTOR,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'no-reply@kickoff.example',
  },
  work: async ({ folder }, signal) => {
    /** @param {string} spec @returns {Promise<number>} the exit code */
    const run = (spec) => {
      const jest = fileURLToPath(new URL('jest.mjs', import.meta.url));
      // A failed spec may leave writers and streams behind.
      const child = spawn(process.execPath, [jest, 'cluster', spec, '--forceExit'], {
        stdio: 'inherit',
        env: {
          ...process.env,
          KICKOFF_TEST_CLUSTER: folder,
          KICKOFF_TEST_SMTP_PORT: smtpPort,
          KICKOFF_TEST_LIMIT_FACTOR: LIMIT_FACTOR,
          KICKOFF_CLUSTER_ROUNDS: rounds,
          KICKOFF_CLUSTER_SEED: seed,
        },
      });
      signal.addEventListener('abort', () => child.kill('SIGTERM'));
      return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
    };
    // The servers pause their mails after faults of the mail server, which is there in the first spec only.
    const codes = [await run('instances'), await run('faults')];
    return Math.max(...codes);
  },
});
