// Usage: npm run restore -- FILE [--deletions FILE]
//
// Puts a backup into an empty data folder, and takes away again who deleted the account since.
import { requireNode } from './start/require-node.mjs';

requireNode();
// Only now: what follows may not even be readable to an older Node.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/restore-command.js', import.meta.url);
await import(command.href);
