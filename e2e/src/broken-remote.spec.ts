import { expect, type Page, type Route } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

/** Breaks the leagues micro-frontend, by kind of failure. */
const FAULTS: Record<string, (page: Page) => Promise<unknown>> = {
  'answers 503': (page) =>
    page.route('**/remotes/leagues/**', (route) => route.fulfill({ status: 503 })),
  'is truncated': (page) =>
    page.route('**/remotes/leagues/**/*.js*', async (route) => {
      const whole = await (await route.fetch()).text();
      await route.fulfill({
        contentType: 'text/javascript',
        body: whole.slice(0, whole.length / 2),
      });
    }),
  'lacks its styles': (page) =>
    page.route('**/remotes/leagues/**/*.css*', (route) => route.fulfill({ status: 503 })),
  'never responds': (page) => page.route('**/remotes/leagues/**', () => undefined),
  'throws while rendering': (page) =>
    page.route('**/remotes/leagues/**/page-Leagues.*.js', async (route) => {
      const whole = await (await route.fetch()).text();
      // The chunk of the page loads, but its component throws.
      await route.fulfill({
        contentType: 'text/javascript',
        body: whole.replace('"Explore Leagues"', 'null.x'),
      });
    }),
};

for (const [fault, breakIt] of Object.entries(FAULTS)) {
  test(`a micro-frontend that ${fault} leaves the rest of the page usable and recovers on retry`, async ({
    browser,
  }) => {
    const { page } = await aFanAtHome(browser);
    await breakIt(page);

    await page.getByRole('link', { name: 'Explore Leagues' }).click();

    const failed = page.getByRole('alert').filter({ has: page.getByRole('button') });
    await expect(failed).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('banner')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await failed.getByRole('button', { name: /Retry|Try again/ }).click();
    await expect(page.getByRole('heading', { name: 'Explore Leagues' })).toBeVisible();
    await page.getByRole('link', { name: 'KickOff, home' }).click();
    await expect(page.getByRole('heading', { name: 'Latest' })).toBeVisible();
  });
}

const ENTRY = '**/remotes/leagues/**/remoteEntry.*.js';
const CHUNK = '**/remotes/leagues/**/page-Leagues.*.js';
const STYLES = '**/remotes/leagues/**/page-Leagues.*.css';

/** The leagues fail on the first load and appear on Retry. */
async function requireRecoveryByRetry(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Explore Leagues' }).click();
  await page.getByRole('button', { name: 'Retry' }).click({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Explore Leagues' })).toBeVisible();
}

for (const [what, stuck] of Object.entries({
  entry: ENTRY,
  'page’s chunk': CHUNK,
  'page’s style sheet': STYLES,
})) {
  test(`a retry does not wait for a pending request for a micro-frontend’s ${what}`, async ({
    browser,
  }) => {
    const { page } = await aFanAtHome(browser);
    await page.route(stuck, () => undefined, { times: 1 });

    await requireRecoveryByRetry(page);
  });
}

test('a retry is not affected when a timed-out earlier request fails later', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  let givenUp: Route | undefined;
  await page.route(ENTRY, (route) => void (givenUp = route), { times: 1 });
  await page.route(CHUNK, async (route) => {
    await givenUp?.abort();
    givenUp = undefined;
    await route.continue();
  });

  await requireRecoveryByRetry(page);
});

test('a page that fails to load leaves the loaded pages of its remote working', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  await page.route('**/page-OwnProfile.*.js*', (route) => route.abort());
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();

  await page.goBack();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAttribute('aria-haspopup', 'dialog');
  await bell.click();
  await page.getByRole('link', { name: 'See all' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'KickOff, home' }).click();

  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await page.locator('.ko-compose').getByRole('button', { name: 'Emoji' }).click();
  await expect(page.getByRole('dialog', { name: 'Emoji' })).toBeVisible();
});
