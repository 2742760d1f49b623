// Usage: npm run backup -- FILE
//
// Writes database, uploads and secrets of a running or a stopped server into one file.
import { requireNode } from './start/require-node.mjs';

requireNode();
// After the check: an older Node may not even parse these modules.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/backup-command.js', import.meta.url);
await import(command.href);
