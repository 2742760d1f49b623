// Usage: npm run cluster
//
// Runs on this machine what a team runs on many: a replica set of three MongoDB members, three servers with the demo
// cast, Redis, an S3-compatible store, and a front that balances between the servers at one address. A part that ends
// is started again. All data is temporary. docs/CLUSTER.md describes the parts.
import { once } from 'node:events';

import { runCluster } from './cluster/run-cluster.mjs';
import { say } from './start/long-step.mjs';
import { prepare } from './start/prepare.mjs';
import { requireNode } from './start/require-node.mjs';

requireNode();
await prepare();
await runCluster({
  port: process.env['PORT'] || '5000',
  settings: { ...process.env, DEMO: process.env['DEMO'] || 'on' },
  work: async ({ line }, signal) => {
    say(line);
    await once(signal, 'abort');
    return 0;
  },
});
