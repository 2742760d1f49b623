import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One violation for each rule that enforces a decision of KickOff. @type {[rule: string, path: string, source: string][]} */
const faults = [
  ['kickoff(no-private-files)', 'backend/src/deep.ts', `import 'pino/lib/tools.js';`],
  ['kickoff(no-private-files)', 'backend/src/deep-export.ts', `export * from 'pino/file.js';`],
  ['kickoff(no-private-files)', 'backend/src/deep-later.ts', `void import('@scope/name/dist/x');`],
  ['kickoff(void-discards-results)', 'backend/src/void.ts', `const x = 1; void x; export { x };`],
  ['eslint(no-console)', 'backend/src/console.ts', `console.log('x');`],
  ['eslint(no-restricted-properties)', 'backend/src/env.ts', `export const x = process.env;`],
  ['eslint(no-unused-vars)', 'backend/src/unused.ts', `const _x = 1;`],
  [
    'typescript(no-floating-promises)',
    'backend/src/floating.ts',
    `export function x(run: () => Promise<void>): void { run(); }`,
  ],
  [
    'typescript(no-unsafe-assignment)',
    'backend/test/unsafe.e2e-spec.ts',
    `export const x: string = JSON.parse('1');`,
  ],
  ['typescript(no-explicit-any)', 'e2e/src/any.ts', `export type X = any;`],
  [
    'typescript(no-unnecessary-condition)',
    'libs/contracts/src/condition.ts',
    `export const x = (y: object): number => (y ? 1 : 2);`,
  ],
  [
    'typescript(no-non-null-assertion)',
    'libs/web/src/assertion.ts',
    `export const x = (y?: string): string => y!;`,
  ],
  ['typescript(no-deprecated)', 'libs/ui/src/old.ts', `export const x = 'abc'.substr(1);`],
  [
    'react-hooks(rules-of-hooks)',
    'mf-fan/src/Hooks.tsx',
    `declare function useX(): void; export function X(p: { on: boolean }): null { if (p.on) useX(); return null; }`,
  ],
  [
    'react-hooks(exhaustive-deps)',
    'shell/src/Deps.tsx',
    `import { useEffect } from 'react'; export function X(p: { on: string }): null { useEffect(() => { p.on.trim(); }, []); return null; }`,
  ],
  [
    'react(purity)',
    'libs/ui/src/Pure.tsx',
    `import type { ReactNode } from 'react'; export function X(): ReactNode { return <p>{Math.random()}</p>; }`,
  ],
  ['eslint(no-restricted-globals)', 'mf-fan/src/fetch.ts', `void fetch('/x');`],
  ['eslint(no-restricted-imports)', 'shell/src/router.ts', `import '@swan-io/chicane';`],
  ['eslint(no-restricted-imports)', 'backend/src/posts/x.service.ts', `import 'mongoose';`],
  ['eslint(no-restricted-imports)', 'backend/src/posts/x.view.ts', `import 'mongodb';`],
  ['eslint(no-restricted-imports)', 'backend/src/posts/x.job.ts', `import 'bson';`],
];

/** @type {[path: string, source: string][]} */
const allowed = [
  ['libs/web/src/fetch.ts', `void fetch('/x');`],
  ['libs/web/src/router.ts', `import '@swan-io/chicane';`],
  ['libs/ui/src/lucide.d.ts', `declare module 'lucide/dist/esm/icons/*.mjs';`],
  ['libs/ui/src/icons.ts', `export { default } from 'lucide/dist/esm/icons/x.mjs';`],
  ['libs/ui/src/call.ts', `export const x = (y?: () => Promise<void>): void => { void y?.(); };`],
  ['backend/src/common/config/env.ts', `export const x = process.env;`],
  ['backend/src/posts/x.repository.ts', `import 'mongoose';`],
  ['backend/src/posts/x.schema.ts', `import 'mongoose';`],
  ['backend/src/common/mongo/x.ts', `import 'mongoose';`],
];

describe('The linter', () => {
  /** @type {string} */
  let folder;
  /** @type {Map<string, string[]>} rules by file */
  let found;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-lint-')));
    for (const path of ['.oxlintrc.json', 'tsconfig.base.json', 'tools/lint/rules.mjs']) {
      await cp(join(root, path), join(folder, path));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const tsconfig = { extends: './tsconfig.base.json', compilerOptions: { types: ['node'] } };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    for (const [path, source] of [...faults.map(([, ...file]) => file), ...allowed]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${source}\n`);
    }
    const bin = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(
      process.execPath,
      [bin, '--format=json', 'backend', 'e2e', 'libs', 'mf-fan', 'shell'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    /** @type {{ diagnostics: { code: string, filename: string }[] }} */
    const report = JSON.parse(stdout);
    found = new Map();
    for (const { filename, code } of report.diagnostics) {
      found.set(filename, [...(found.get(filename) ?? []), code]);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(faults)('reports %s in %s', (rule, path) => {
    expect(found.get(path)).toContain(rule);
  });

  it.each(allowed)('allows %s', (path) => {
    expect(found.get(path)).toBeUndefined();
  });
});
