import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { nextWebVersions, NextVersions } from './support/next-version.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { release } from './support/releases.js';
import { test } from './support/test.js';

// The previous version is this repository; the differences of the next one are in e2e/next-version.
const SHEET = 'src/pages/LeaguesPage.module.css';
const GRID = '.leagues {\n    display: grid;';
const ADDED_EXPORT = 'The cups of 2026/27';

const nextVersions = new NextVersions();
/** Builds of the leagues: with a changed style and an added page, or with the added export in use. */
let restyled: string;
let demanding: string;
let web: Awaited<ReturnType<typeof nextWebVersions>>;
let server: OwnServer;

test.beforeAll(async () => {
  web = await nextWebVersions();
  restyled = await nextVersions.leagues(async ({ replace, addCups }) => {
    await replace(SHEET, GRID, `${GRID}\n    padding: 23px;`);
    await addCups();
  });
  demanding = await nextVersions.leagues(async ({ replace, addCups, need }) => {
    await addCups();
    await replace('src/pages/CupsPage.tsx', '<h1>Cups</h1>', '<h1>{cupSeason()}</h1>');
    await replace(
      'src/pages/CupsPage.tsx',
      'import',
      "import { cupSeason } from '@kickoff/web';\nimport",
    );
    await need(`^${web.minor}`);
  });
});
test.afterAll(() => nextVersions.remove());
test.beforeEach(async () => {
  server = await anOwnServer({ DEMO: 'off' });
});
test.afterEach(() => server.stop());

/** A fan in a new document, with the console output from then on. */
async function aFan(browser: Browser): Promise<{ page: Page; said: string[] }> {
  const { page } = await aFanAtHome(browser, { baseURL: server.url });
  return { page, said: consoleOf(page) };
}

const leaguesOn = (page: Page) => page.getByRole('region', { name: 'Leagues', exact: true });
const linksOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a previous shell shows the style and the page added by a newer remote', async ({
  browser,
}) => {
  const { page, said } = await aFan(browser);

  const { code } = await release(server, 'leagues', '--from', restyled);

  expect(code).toBe(0);
  await page.goto('/FL');
  await expect(leaguesOn(page)).toHaveCSS('padding', '23px');
  await linksOf(page).getByRole('link', { name: 'Cups' }).click();
  await expect(page.getByRole('heading', { name: 'Cups' })).toBeVisible();
  await expect(page).toHaveURL('/cups');
  await page.reload();
  await expect(page.locator('.ko-page')).toHaveCSS('border-top-width', '7px');
  await expect(page).toHaveTitle('Cups · KickOff');
  expect(said).toEqual([]);
});

test('a newer shell shows a previous remote unchanged', async ({ browser }) => {
  const { page, said } = await aFan(browser);

  const released = await release(server, 'shell', '--from', await nextVersions.shell('minor'));

  expect(released.lastLine).toMatch(/^shell .* is live[.]$/);
  await page.goto('/FL');
  await expect(leaguesOn(page)).toHaveCSS('display', 'grid');
  await expect(leaguesOn(page)).toHaveCSS('padding', '0px');
  await expect(linksOf(page).getByRole('link', { name: 'Cups' })).toHaveCount(0);
  await page.getByRole('link', { name: 'KickOff, home' }).click();
  await expect(page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  expect(said).toEqual([]);
});

test('a remote that uses an added export is released only after the shell that provides it', async ({
  browser,
}) => {
  const { page, said } = await aFan(browser);

  const early = await release(server, 'leagues', '--from', demanding);

  const lack = `'leagues' needs @kickoff/web ^${web.minor}, the shell provides ${web.present}.`;
  expect(early).toEqual({ code: 1, lastLine: `Not released: ${lack}` });
  await page.goto('/FL');
  await expect(leaguesOn(page)).toBeVisible();

  await release(server, 'shell', '--from', await nextVersions.shell('minor'));
  const { code } = await release(server, 'leagues', '--from', demanding);

  expect(code).toBe(0);
  await page.goto('/cups');
  await expect(page.getByRole('heading', { name: ADDED_EXPORT })).toBeVisible();
  expect(await release(server, 'shell', '--rollback')).toEqual({
    code: 1,
    lastLine: `Not rolled back: ${lack}`,
  });
  expect(said).toEqual([]);
});

test('a shell without an export that remotes use is not released', async ({ browser }) => {
  const { page, said } = await aFan(browser);

  const refused = await release(server, 'shell', '--from', await nextVersions.shell('major'));

  expect(refused.code).toBe(1);
  expect(refused.lastLine).toMatch(/^Not released: /);
  for (const name of ['admin', 'fan', 'leagues']) {
    const left = `'${name}' needs @kickoff/web ^${web.present}, the shell provides ${web.major}`;
    expect(refused.lastLine).toContain(left);
  }
  await page.goto('/FL');
  await expect(leaguesOn(page)).toBeVisible();
  expect(said).toEqual([]);
});

test('a live remote that needs a newer shell disables only its own area', async ({ browser }) => {
  const { page, said } = await aFan(browser);

  await putLiveByHand(demanding);

  await page.goto('/cups');
  const alert = page.getByRole('alert').filter({ hasText: 'newer version of KickOff' });
  await expect(alert).toContainText(
    'This part of KickOff needs a newer version of KickOff. Reload the page or come back later.',
  );
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(alert).toBeVisible();
  await linksOf(page).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  expect(said).toEqual([]);
});

/** Publishes a build of the leagues without any check. */
async function putLiveByHand(build: string): Promise<void> {
  const live = join(server.data, 'live/leagues');
  const manifest = 'mf-manifest.json';
  await cp(join(build, 'assets'), join(live, 'assets'), { recursive: true });
  await cp(join(build, manifest), join(live, `${manifest}.next`));
  await rename(join(live, `${manifest}.next`), join(live, manifest));
}
