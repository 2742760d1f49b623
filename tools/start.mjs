// Usage: npm start, or node tools/start.mjs [--prepare]
//
// Installs and builds what is missing or has changed, then runs the server in this very process, so
// that a signal or a kill meets the server itself. `--prepare` stops before the server.
import { requireNode } from './start/require-node.mjs';

requireNode();
// After the check: an older Node may not even parse these modules.
const { prepare } = await import('./start/prepare.mjs');
await prepare();
if (!process.argv.includes('--prepare')) {
  const server = new URL('../backend/dist/main.js', import.meta.url);
  await import(server.href);
}
