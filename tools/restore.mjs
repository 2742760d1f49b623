// Usage: npm run restore -- FILE [--deletions FILE]
//
// Restores a backup to an empty data folder, and removes accounts that were deleted since.
import { requireNode } from './start/require-node.mjs';

requireNode();
// After the check: an older Node may not even parse these modules.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
const command = new URL('../backend/dist/restore-command.js', import.meta.url);
await import(command.href);
