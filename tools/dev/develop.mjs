import { register } from 'node:module';

import { build } from '../start/build.mjs';
import { giveUp, say } from '../start/long-step.mjs';
import { SHELL_PORT } from '../webpack/dev-ports.mjs';
import { requireFreePorts, servePages } from './page-servers.mjs';
import { RestartedServer } from './restarted-server.mjs';
import { compileOnChange } from './watched-sources.mjs';

// Reads settings and database with the server's own sources.
register('../jest/typescript-loader.mjs', import.meta.url);

/** Projects that run in Node and have to be compiled first. */
const compiled = { contracts: 'libs/contracts', backend: 'backend' };

/** Runs database, server and pages until a signal arrives. */
export async function develop() {
  await requireFreePorts();
  await build(Object.keys(compiled));

  /** @type {(() => Promise<unknown>)[]} */
  const started = [];
  let stopping = false;
  const stop = async (/** @type {number} */ code) => {
    if (stopping) return;
    stopping = true;
    for (const end of started.reverse()) await end();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

  const { StartError } = await import('../../backend/src/common/config/start-error.js');
  try {
    const { readOwnSettings } = await import('../../backend/src/common/config/env.js');
    const settings = readOwnSettings();
    const server = new RestartedServer({
      DEMO: settings.demo ? 'on' : 'off',
      // The pages' origin, for mails and for the origin check of cookie-authenticated writes.
      PUBLIC_URL: `http://localhost:${SHELL_PORT}`,
      MONGODB_URI: settings.mongodbUri ?? (await startDatabase(settings, started, stop)),
    });
    started.push(() => server.stop());
    server.start();
    started.push(await servePages(`http://127.0.0.1:${settings.port}`));
    compileOnChange(Object.values(compiled), () => server.restart());
    say(`Pages with live reload: http://localhost:${SHELL_PORT}`);
  } catch (error) {
    if (error instanceof StartError) giveUp(error.message);
    throw error;
  }
}

/**
 * The embedded MongoDB, which outlives the restarts of the server.
 *
 * @param {import('../../backend/src/common/config/env.js').Settings} settings
 * @param {(() => Promise<unknown>)[]} started
 * @param {(code: number) => Promise<void>} stop
 * @returns {Promise<string>}
 */
async function startDatabase(settings, started, stop) {
  const { takeDataFolder } = await import('../../backend/src/common/config/data-folder.js');
  const { findMongod } = await import('../../backend/src/common/mongo/embedded/find-mongod.js');
  const { EmbeddedMongo } =
    await import('../../backend/src/common/mongo/embedded/embedded-mongo.js');

  const binary = await findMongod({ binary: settings.mongodBinary, say });
  // Locked while the database starts, so that the folder of a running KickOff is not used; then the server
  // locks it.
  const folder = await takeDataFolder(settings.dataFolder);
  const mongo = new EmbeddedMongo({
    binary,
    folder: `${folder.path}/mongodb`,
    say,
    onGivenUp: (message) => {
      say(message);
      void stop(1);
    },
  });
  started.push(() => mongo.stop());
  const uri = await mongo.start();
  await folder.release();
  return uri;
}
