// Usage: npm run admin -- list | approve <email> | suspend <email>
//
// Looks after accounts from the command line, on a running or a stopped server.
import { requireNode } from './start/require-node.mjs';

requireNode();
// Only now: what follows may not even be readable to an older Node.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/admin-command.js', import.meta.url);
await import(command.href);
