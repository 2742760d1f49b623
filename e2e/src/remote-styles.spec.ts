import { expect } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { watchTransfers } from './support/transfers.js';
import { test } from './support/test.js';

const SHEET = /^[/]remotes[/]leagues[/]assets[/]page-Leagues[.][0-9a-f]{8}[.]css$/;

test("the document of a micro-frontend's page preloads the page's own style sheet", async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const transfers = watchTransfers(page);

  const document = await page.goto('/FL');

  await expect(page.getByRole('region', { name: 'Leagues', exact: true })).toHaveCSS(
    'display',
    'grid',
  );
  const preloaded = [
    ...((await document?.text()) ?? '').matchAll(/rel="preload" as="style" href="([^"]+)"/g),
  ].map(([, address]) => address);
  expect(preloaded).toEqual([expect.stringMatching(SHEET)]);
  const loaded = (await transfers.of('style')).map(({ path }) => path);
  expect(loaded.filter((path) => SHEET.test(path))).toHaveLength(1);
});

test("a micro-frontend's page renders only after its styles have loaded", async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  let release: (() => void) | undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/page-Leagues.*.css', async (route) => {
    await isReleased;
    await route.continue();
  });
  const heading = page.getByRole('heading', { name: 'Explore Leagues' });
  const script = page.waitForResponse(/page-Leagues[.].*[.]js/);

  await page.getByRole('link', { name: 'Explore Leagues' }).click();
  await (await script).finished();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  await expect(heading).toBeHidden();
  release?.();

  await expect(heading).toBeVisible();
});
