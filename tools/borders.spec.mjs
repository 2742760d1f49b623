import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');

/** For each rule the arrows that it forbids, one of each kind. @type {[rule: string, from: string, to: string][]} */
const forbidden = [
  // A cycle is reported once, by one of its arrows.
  ['no-cycle', 'backend/src/common/circle-too.ts', 'backend/src/common/circle.ts'],
  ['contracts-is-a-leaf', 'libs/contracts/src/posts.ts', 'libs/testing/src/index.ts'],
  ['contracts-is-a-leaf', 'libs/contracts/src/users.ts', 'backend/src/users/users.service.ts'],
  ['ui-knows-contract-types-only', 'libs/ui/src/Avatar.tsx', 'libs/web/src/index.ts'],
  ['ui-imports-contracts-as-types', 'libs/ui/src/Field.tsx', 'libs/contracts/src/index.ts'],
  ['web-knows-no-screen', 'libs/web/src/toasts.ts', 'libs/ui/src/index.ts'],
  ['remote-kit-for-remotes-only', 'shell/src/main.tsx', 'libs/remote-kit/src/stand-alone.tsx'],
  ['remote-kit-for-remotes-only', 'libs/web/src/api.ts', 'libs/remote-kit/src/stand-alone.tsx'],
  ['testing-knows-contracts-only', 'libs/testing/src/posts.ts', 'libs/web/src/index.ts'],
  ['library-never-imports-app', 'libs/ui/src/Logo.tsx', 'shell/src/main.ts'],
  ['backend-knows-no-screen', 'backend/src/app.ts', 'libs/web/src/index.ts'],
  ['front-end-never-imports-backend-or-journeys', 'shell/src/App.tsx', 'backend/src/main.ts'],
  ['front-end-never-imports-backend-or-journeys', 'mf-fan/src/App.tsx', 'e2e/src/journey.ts'],
  ['remote-stands-alone', 'mf-fan/src/pages/HomePage.tsx', 'mf-leagues/src/pages/MatchPage.tsx'],
  ['remote-stands-alone', 'mf-admin/src/pages/FanPage.tsx', 'shell/src/main.ts'],
  ['shell-never-imports-remote', 'shell/src/remotes.ts', 'mf-fan/src/useIsNarrow.ts'],
  ['testing-from-specs-only', 'backend/src/posts/posts.view.ts', 'libs/testing/src/index.ts'],
  ['testing-from-specs-only', 'backend/src/seed.ts', 'libs/testing/src/index.ts'],
  ['testing-from-specs-only', 'mf-fan/src/routes.tsx', 'libs/testing/src/index.ts'],
  ['testing-from-specs-only', 'shell/src/App.tsx', 'libs/testing/src/doubles/fake-api.ts'],
  ['journeys-know-contracts-and-testing', 'e2e/src/first-post.ts', 'libs/ui/src/index.ts'],
  [
    'feature-of-a-remote-stands-alone',
    'mf-fan/src/features/posts/PostCard.tsx',
    'mf-fan/src/features/stories/Story.tsx',
  ],
  ['through-the-front-door', 'mf-admin/src/routes.tsx', 'libs/contracts/src/deep.ts'],
  ['through-the-front-door', 'backend/src/posts/posts.service.ts', 'libs/contracts/src/deep.ts'],
  [
    'backend-feature-data-is-private',
    'backend/src/posts/feed.service.ts',
    'backend/src/users/users.repository.ts',
  ],
  [
    'backend-feature-data-is-private',
    'backend/src/auth/auth.service.ts',
    'backend/src/users/user.schema.ts',
  ],
  [
    'football-flows-one-way',
    'backend/src/football/snapshots/s.ts',
    'backend/src/football/polling/p.ts',
  ],
  ['backend-step-admin-pages-demo', 'backend/src/admin/a.ts', 'backend/src/pages/p.ts'],
  ['backend-step-remotes', 'backend/src/remotes/r.ts', 'backend/src/pages/q.ts'],
  [
    'backend-step-accounts-events-client-errors-first-steps',
    'backend/src/accounts/a.ts',
    'backend/src/admin/b.ts',
  ],
  [
    'backend-step-auth-posts-stories-calendars',
    'backend/src/stories/s.ts',
    'backend/src/posts/p.ts',
  ],
  ['backend-step-reports', 'backend/src/reports/r.ts', 'backend/src/accounts/b.ts'],
  ['backend-step-search', 'backend/src/search/s.ts', 'backend/src/reports/u.ts'],
  ['backend-step-people', 'backend/src/people/f.ts', 'backend/src/stories/t.ts'],
  ['backend-step-users-alerts', 'backend/src/users/u.ts', 'backend/src/posts/p.ts'],
  ['backend-step-notifications', 'backend/src/notifications/n.ts', 'backend/src/posts/p.ts'],
  ['backend-step-football-announcements', 'backend/src/football/f.ts', 'backend/src/users/v.ts'],
  [
    'backend-step-audit-log-media-mail-live-counters-health-push',
    'backend/src/mail/m.ts',
    'backend/src/users/v.ts',
  ],
  ['backend-step-common', 'backend/src/common/c.ts', 'backend/src/mail/n.ts'],
  ['imports-are-declared', 'mf-fan/src/undeclared.ts', 'node_modules/undeclared/index.js'],
  ['imports-are-declared', 'mf-fan/src/undeclared.spec.ts', 'node_modules/undeclared/index.js'],
  ['imports-are-declared', 'backend/src/of-root.ts', 'node_modules/declared-at-root/index.js'],
  ['imports-are-declared', 'libs/web/src/nowhere.ts', 'not-installed'],
  [
    'production-imports-no-dev-dependency',
    'mf-fan/src/declared-for-tests.ts',
    'node_modules/declared-for-tests/index.js',
  ],
];

/** The `package.json` of the planted projects. */
const manifests = {
  'package.json': { devDependencies: { 'declared-at-root': '1.0.0' } },
  'backend/package.json': {},
  'libs/web/package.json': {},
  'mf-fan/package.json': {
    dependencies: { declared: '1.0.0' },
    peerDependencies: { 'declared-as-peer': '^1.0.0' },
    devDependencies: { 'declared-for-tests': '1.0.0' },
  },
};

/** Allowed arrows that an overly strict rule would forbid. @type {[from: string, to: string][]} */
const allowed = [
  ['backend/src/posts/allowed.service.ts', 'backend/src/users/allowed.service.ts'],
  ['backend/src/posts/allowed.service.ts', 'libs/contracts/src/index.ts'],
  ['backend/src/posts/allowed.service.ts', 'backend/src/posts/posts.repository.ts'],
  ['backend/src/posts/allowed.service.spec.ts', 'libs/testing/src/index.ts'],
  ['backend/src/seed.ts', 'backend/src/demo/cast.ts'],
  ['mf-fan/src/pages/AllowedPage.spec.tsx', 'libs/testing/src/doubles/fake-api.ts'],
  ['mf-fan/src/pages/AllowedPage.tsx', 'mf-fan/src/features/stories/Story.tsx'],
  ['mf-fan/src/pages/AllowedPage.tsx', 'mf-fan/src/features/likes/Like.tsx'],
  ['mf-fan/src/pages/AllowedPage.tsx', 'libs/ui/src/index.ts'],
  ['e2e/src/allowed.spec.ts', 'libs/testing/src/index.ts'],
  ['mf-fan/src/pages/AllowedPage.tsx', 'node_modules/declared/index.js'],
  ['mf-fan/src/pages/AllowedPage.tsx', 'node_modules/declared-as-peer/index.js'],
  ['mf-fan/src/pages/AllowedPage.spec.tsx', 'node_modules/declared-for-tests/index.js'],
];

/** The rest of the planted circle. @type {[from: string, to: string][]} */
const untold = [['backend/src/common/circle.ts', 'backend/src/common/circle-too.ts']];

/** @param {string} from @param {string} to */
const arrow = (from, to) => `${from} -> ${to}`;

/** @param {[rule: string, from: string, to: string]} row @returns {[from: string, to: string]} */
const arrowOf = ([, from, to]) => [from, to];

/**
 * @param {string} from
 * @param {string} to path of a file, or name of a package that is not installed
 */
function specifierOf(from, to) {
  const [, name] = /^(?:node_modules[/])?([^/]+)(?:[/]index[.]js)?$/.exec(to) ?? [];
  if (name !== undefined) return name;
  const path = relative(dirname(from), to).replace(/[.]tsx?$/, '');
  return path.startsWith('.') ? path : `./${path}`;
}

describe('the borders', () => {
  /** @type {string} */
  let folder;
  /** Violated rules by arrow. @type {Map<string, string[]>} */
  let found;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-borders-')));
    /** @type {Map<string, string>} */
    const files = new Map();
    for (const [from, to] of [...allowed, ...untold, ...forbidden.map(arrowOf)]) {
      if (to.includes('/')) files.set(to, files.get(to) ?? 'export const value = 1;\n');
      const imports = `import '${specifierOf(from, to)}';\n`;
      files.set(from, `${files.get(from) ?? 'export const value = 1;\n'}${imports}`);
    }
    for (const [path, manifest] of Object.entries(manifests)) {
      files.set(path, JSON.stringify(manifest));
    }
    for (const [path, text] of files) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    found = rulesByArrow(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(forbidden)('%s refuses %s -> %s', (rule, from, to) => {
    expect(found.get(arrow(from, to))).toContain(rule);
  });

  it.each(allowed)('let %s -> %s pass', (from, to) => {
    expect(found.get(arrow(from, to))).toBeUndefined();
  });

  it('are each proved here', () => {
    const proved = new Set(forbidden.map(([rule]) => rule));

    expect(new Set(ruleNames())).toEqual(proved);
  });

  it('give every folder of the backend its step', async () => {
    const entries = await readdir(join(root, 'backend/src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const steps = ruleNames().flatMap((name) => /^backend-step(-.*)/.exec(name)?.[1] ?? []);

    expect(
      folders.filter((name) => !steps.some((step) => `${step}-`.includes(`-${name}-`))),
    ).toEqual([]);
  });
});

/** @returns {string[]} */
function ruleNames() {
  /** @type {{ forbidden: { name: string }[] }} */
  const { forbidden: rules } = createRequire(import.meta.url)(config);
  return rules.map(({ name }) => name);
}

/**
 * Cruises a folder as `npm run borders` does.
 *
 * @param {string} folder
 * @returns {Map<string, string[]>}
 */
function rulesByArrow(folder) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const sources = ['backend', 'shell', 'mf-fan', 'mf-admin', 'mf-leagues', 'libs', 'e2e'];
  const { stdout } = spawnSync(
    process.execPath,
    [program, '--config', config, '--output-type', 'json', ...sources],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  /** @type {{ summary: { violations: { from: string, to: string, rule: { name: string } }[] } }} */
  const { summary } = JSON.parse(stdout);
  const rules = new Map();
  for (const { from, to, rule } of summary.violations) {
    rules.set(arrow(from, to), [...(rules.get(arrow(from, to)) ?? []), rule.name]);
  }
  return rules;
}
