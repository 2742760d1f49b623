// Usage: npm run cluster [-- an empty folder for its data and logs, else a temporary one]
//
// Runs on this machine what a team runs on many: a replica set of three MongoDB members, three servers, Redis, an
// S3-compatible store, and a front that balances between the servers at one address. A part that ends is started
// again. All data is removed at the end, unless a folder is named. docs/CLUSTER.md describes the parts.
import { rm } from 'node:fs/promises';

import { prepareFolder } from './cluster/cluster-folder.mjs';
import { startCluster } from './cluster/start-cluster.mjs';
import { giveUp, say } from './start/long-step.mjs';
import { prepare } from './start/prepare.mjs';
import { requireNode } from './start/require-node.mjs';

/** Ctrl-C reaches this process twice: from the terminal and, handed on, from npm. */
const SAME_SIGNAL_MS = 1_000;

const [named, ...rest] = process.argv.slice(2);
const port = Number(process.env['PORT'] || 5000);
if (rest.length > 0 || !Number.isInteger(port) || port < 1024 || port > 65_000) {
  giveUp('Usage: npm run cluster [-- an empty folder], with PORT from 1024 to 65000');
}

requireNode();
await prepare();
const folder = await prepareFolder(named);
const breaking = new AbortController();
/** @type {number | undefined} */
let stoppingSince;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (stoppingSince === undefined) {
      stoppingSince = Date.now();
      say('Stopping all parts: running requests are finished first. Once more ends at once.');
      breaking.abort();
    } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  });
}

/** @type {string | undefined} */
let fault;
try {
  fault = await startCluster({ port, folder, signal: breaking.signal });
} catch (error) {
  fault = error instanceof Error ? error.message : String(error);
}
if (named === undefined && fault === undefined) await rm(folder, { recursive: true, force: true });
if (fault !== undefined) giveUp(`${fault}\nThe logs are in ${folder}.`);
