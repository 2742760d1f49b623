import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { Origin } from './support/origin.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { release, ROOT } from './support/releases.js';
import { test } from './support/test.js';

const AWAY = 'This part of KickOff is not available right now.';

let origin: Origin;
let server: OwnServer;

test.beforeEach(async () => {
  origin = await Origin.of(join(ROOT, 'mf-leagues/dist'));
  server = await anOwnServer({ DEMO: 'off', REMOTES: `leagues=${origin.url}/` });
});
test.afterEach(async () => {
  await server.stop();
  await origin.stop();
});

const openLeagues = (page: Page) => page.getByRole('link', { name: 'Explore Leagues' }).click();
const leaguesOn = (page: Page) => page.getByRole('region', { name: 'Leagues', exact: true });

test('a remote of another origin works under a policy that allows only this origin', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser, { baseURL: server.url });
  const said = consoleOf(page);

  const document = await page.goto('/FL');

  await expect(leaguesOn(page)).toHaveCSS('display', 'grid');
  const policy = document?.headers()['content-security-policy'] ?? '';
  expect([...new Set(policy.match(/https?:[^\s;]*/g))]).toEqual([origin.url]);
  expect(policy).not.toContain('unsafe-');
  await page
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'la liga Live Updates' })).toBeVisible();
  expect(said).toEqual([]);
  expect(await release(server, 'leagues', '--rollback')).toMatchObject({
    code: 1,
    lastLine: expect.stringMatching(/^Not rolled back: /),
  });
});

test('an unavailable origin disables only its own area, and Retry recovers it', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser, { baseURL: server.url });

  await origin.stop();

  await openLeagues(page);
  const alert = page.getByRole('alert').filter({ hasText: AWAY });
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await page.getByRole('link', { name: 'KickOff, home' }).click();
  await expect(page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  const later = await page.context().newPage();
  // A new document still knows the address.
  expect((await later.goto('/FL'))?.status()).toBe(200);
  await expect(later.getByRole('alert').filter({ hasText: AWAY })).toBeVisible({ timeout: 15_000 });

  await origin.start();

  for (const tab of [page, later]) {
    if (tab === page) await openLeagues(page);
    await tab.getByRole('button', { name: 'Retry' }).click();
    await expect(leaguesOn(tab)).toHaveCSS('display', 'grid');
  }
});
