import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'shell', 'mf-*', 'libs'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
  .filter((path) => existsSync(join(root, path)));

/** The first word of a query key, in a query or as a constant. */
const KEY = /(?:queryKey:|(?:^|_)KEY =) \['([\w-]+)'/gm;

/** @param {string} path such as `libs/web/src/live.ts` or `mf-fan/src/main.ts` */
const projectOf = (path) => /^(?:libs\/)?[^/]+/.exec(path)?.[0] ?? path;

/** @type {Map<string, Set<string>>} */
const projectsOfKeys = new Map();
for (const path of sources) {
  for (const [, key = ''] of readFileSync(join(root, path), 'utf8').matchAll(KEY)) {
    projectsOfKeys.set(key, (projectsOfKeys.get(key) ?? new Set()).add(projectOf(path)));
  }
}

describe('The keys of cached queries', () => {
  it('are found', () => {
    expect([...projectsOfKeys.keys()]).toEqual(expect.arrayContaining(['own-profile', 'posts']));
  });

  it('stand in one project each', () => {
    const shared = [...projectsOfKeys].filter(([, projects]) => projects.size > 1);

    expect(shared.map(([key, projects]) => [key, ...projects])).toEqual([]);
  });
});
