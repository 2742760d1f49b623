import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { RemoteName, SHELL } from '@kickoff/contracts';

import type { BuiltFolder } from './releases.js';

/** The project's folder. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Finds the build output folders of the shell and remotes in this project, the shell last. */
export async function findBuiltFolders(root = ROOT): Promise<BuiltFolder[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const remotes = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => /^mf-(.+)$/.exec(name)?.[1])
    .filter((name) => RemoteName.safeParse(name).success)
    .filter((name) => name !== undefined);
  return [
    ...remotes.map((name) => ({ name, path: join(root, `mf-${name}`, 'dist') })),
    { name: SHELL, path: join(root, SHELL, 'dist') },
  ];
}
