// Usage: npm run test:openapi [-- seconds; by default 100 with the same requests each time]
//
// Tests the server against its OpenAPI document. Starts a server and a MongoDB on temporary data,
// registers a fan and an admin, and lets Schemathesis send requests that the document allows and
// requests that it forbids, on loopback only. Fails on a 5xx, on a response that differs from its
// schema, on a refused valid request and on an accepted invalid one. Schemathesis is installed once
// by pip from the Python index into the user's cache. tools/openapi/schemathesis.toml lists the
// exclusions with reasons.
import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findSchemathesis } from './openapi/find-schemathesis.mjs';
import { startServer } from './openapi/start-server.mjs';
import { build } from './start/build.mjs';

const [seconds] = process.argv.slice(2);
if (seconds !== undefined && !/^[1-9]\d{0,4}$/.test(seconds)) {
  process.stderr.write('Usage: npm run test:openapi [-- seconds]\n');
  process.exit(2);
}
const bounds =
  seconds === undefined ? ['--max-time', '100', '--seed', '1'] : ['--max-time', seconds];

const config = fileURLToPath(new URL('openapi/schemathesis.toml', import.meta.url));

/**
 * Runs Schemathesis to its end.
 *
 * @param {string} program @param {import('./openapi/start-server.mjs').TestServer} server
 * @param {string} folder for its own files
 * @returns {Promise<number>} its exit code
 */
function runSchemathesis(program, { url, fanToken, adminToken, ownIds }, folder) {
  const options = ['--config-file', config, 'run', `${url}/api/docs-json`];
  const child = spawn(program, [...options, ...bounds], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      // A proxy of the machine must not receive requests to loopback.
      NO_PROXY: '127.0.0.1',
      SCHEMATHESIS_HOOKS: fileURLToPath(new URL('openapi/hooks.py', import.meta.url)),
      KICKOFF_OWN_IDS: ownIds.join(','),
      KICKOFF_FAN_TOKEN: fanToken,
      KICKOFF_ADMIN_TOKEN: adminToken,
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

const program = await findSchemathesis();
await build(['contracts', 'backend']);
const folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-openapi-')));
try {
  const server = await startServer(folder);
  try {
    process.exitCode = await runSchemathesis(program, server, folder);
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
