import { expect, type Locator } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault, requireNoOverflow } from './support/faults.js';
import { NextVersions } from './support/next-version.js';
import { anOwnServer } from './support/own-server.js';
import { release } from './support/releases.js';
import { test } from './support/test.js';

/** Returns the labels that do not fit their tab. */
function cutLabels(bar: Locator): Promise<string[]> {
  return bar
    .locator('> * > span')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent),
    );
}

test('a phone shows the first five entries in the tab bar and the rest under More', async ({
  browser,
}) => {
  const nextVersions = new NextVersions();
  const server = await anOwnServer({ DEMO: 'off' });
  try {
    const build = await nextVersions.leagues(async ({ addCups, addEntries }) => {
      await addCups();
      await addEntries(['Tables', 'Scorers', 'Predictions', 'Transfers']);
    });
    await release(server, 'leagues', '--from', build);
    const viewport = { width: 390, height: 844 };
    const { page } = await aFanAtHome(browser, { baseURL: server.url, viewport });
    const said = consoleOf(page);
    await page.reload();
    const bar = page.getByRole('navigation', { name: 'Main' });

    await expect(bar.getByRole('link')).toHaveText([
      'Home',
      'Leagues',
      'Saved',
      'Cups',
      'Predictions',
      'Profile',
    ]);
    await requireNoOverflow(page);
    await requireNoFault(page);
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(bar.getByRole('link')).toHaveCount(9);
    await requireNoFault(page);
    await bar.getByRole('link', { name: 'Transfers' }).click();

    await expect(page.getByRole('heading', { name: 'Explore Leagues' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await requireNoOverflow(page);
    expect(await cutLabels(bar)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await requireNoOverflow(page);
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(bar.getByRole('link')).toHaveText([
      'Home',
      'Leagues',
      'Saved',
      'Cups',
      'Predictions',
      'Scorers',
      'Tables',
      'Transfers',
    ]);
    await requireNoFault(page);
    expect(said).toEqual([]);
  } finally {
    await server.stop();
    await nextVersions.remove();
  }
});

test('an address with a stray slash is corrected with its query and fragment', async ({ page }) => {
  await page.goto('/terms/?from=mail#c-1');

  await expect(page).toHaveURL('/terms?from=mail#c-1');
});
