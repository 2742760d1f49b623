import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIRST = 'Pick a league for live scores, the table and the top scorers.';
const SECOND = 'Eight leagues, in a new version.';

const node = (...words: string[]) => promisify(execFile)(process.execPath, words, { cwd: ROOT });

let built: string;
let isReleased = false;

test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'kickoff-second-version-'));
  const config = join(ROOT, 'e2e/second-version/webpack.config.mjs');
  const options = ['--mode', 'production', '--config', config, '--output-path', built];
  await node('node_modules/webpack-cli/bin/cli.js', ...options);
});
test.afterAll(async () => {
  if (isReleased) await node('tools/release.mjs', 'leagues', '--rollback');
  await rm(built, { recursive: true, force: true });
});

test('a remote is released alone on a running server, and rolled back', async ({ browser }) => {
  test.setTimeout(180_000);
  const { page: open } = await aFanAtHome(browser);
  const state = await open.context().storageState();
  const aVisitor = async () => (await browser.newContext({ storageState: state })).newPage();
  await open.goto('/leagues');
  await expect(open.getByText(FIRST)).toBeVisible();

  await node('tools/release.mjs', 'leagues', '--from', built);
  isReleased = true;

  const newcomer = await aVisitor();
  await newcomer.goto('/leagues');
  await expect(newcomer.getByText(SECOND)).toBeVisible();
  // Open pages stay on the previous version, also for files loaded later.
  await open
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(open.getByRole('heading', { name: 'la liga Live Updates' })).toBeVisible();
  await open.goBack();
  await expect(open.getByText(FIRST)).toBeVisible();

  await node('tools/release.mjs', 'leagues', '--rollback');
  isReleased = false;

  const afterwards = await aVisitor();
  await afterwards.goto('/leagues');
  await expect(afterwards.getByText(FIRST)).toBeVisible();
  await newcomer
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(newcomer.getByRole('heading', { name: 'la liga Live Updates' })).toBeVisible();
});
