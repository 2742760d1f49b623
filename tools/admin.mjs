// Usage: npm run admin -- list | approve <email> | suspend <email>
//
// Manages accounts from the command line, on a running or a stopped server.
import { requireNode } from './start/require-node.mjs';

requireNode();
// After the check: an older Node may not even parse these modules.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/admin-command.js', import.meta.url);
await import(command.href);
