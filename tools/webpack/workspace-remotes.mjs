// The micro-frontends of this repository: each folder `mf-*` with a declaration.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { devPort, manifestOf, readDeclaration } from '@kickoff/remote-kit/declaration';

const root = resolve(import.meta.dirname, '../..');

/**
 * @returns {{ folder: string, port: number }[]} in the order of their names
 */
export function workspaceRemotes() {
  return readdirSync(root)
    .filter((name) => name.startsWith('mf-') && existsSync(join(root, name, 'remote.json')))
    .sort()
    .map((name) => join(root, name))
    .map((folder) => ({ folder, port: devPort(folder) }));
}

/**
 * The micro-frontends as the shell loads them from their development servers.
 * @returns {import('@kickoff/contracts').LiveRemote[]}
 */
export function remotesInDevelopment() {
  return workspaceRemotes().map(({ folder, port }) => {
    const { manifest: _, ...remote } = manifestOf(folder, readDeclaration(folder));
    return { ...remote, build: 'development', entry: `http://localhost:${port}/remoteEntry.js` };
  });
}
