// Usage: npm run dev
//
// Watch mode: a change of the server's sources restarts it on the same database, a change of a page
// reloads the page. Types, lint and tests have separate commands.
import { requireNode } from './start/require-node.mjs';

requireNode();
const { installWhatChanged } = await import('./start/install.mjs');
await installWhatChanged();
const { develop } = await import('./dev/develop.mjs');
await develop();
