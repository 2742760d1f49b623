// Usage: npm run backup -- FILE
//
// Writes database, uploads and secrets of a running or a stopped server into one file.
import { requireNode } from './start/require-node.mjs';

requireNode();
// Only now: what follows may not even be readable to an older Node.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/backup-command.js', import.meta.url);
await import(command.href);
