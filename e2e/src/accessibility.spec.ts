import { DEMO_LOGINS, LatestMatch } from '@kickoff/contracts';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome, logIn } from './support/fans.js';
import {
  COLOUR_RULES,
  requireNoFault,
  requireNoOverflow,
  requireWholeWords,
} from './support/faults.js';
import { test } from './support/test.js';

const ENTRANCE = [
  '/',
  '/user-login',
  '/user-register',
  '/terms',
  '/forgot',
  '/reset/some-token',
  '/undo-email/some-token',
  '/admin-login',
  '/admin-register',
  '/adminforgot',
  '/admin-reset/some-token',
  '/no/such/page',
];
const ADMIN = [
  '/AdminHome',
  '/user',
  '/post',
  '/engagement',
  '/post-engagement',
  '/post-engagement?view=bars',
  '/post-engagement?view=table',
  '/reports',
  '/admins',
  '/audit-log',
  '/client-errors',
  '/football-feed',
  '/micro-frontends',
  '/announcements',
];
const FAN = [
  '/home',
  '/saved',
  '/search?q=ars',
  '/notifications',
  '/settings',
  '/profile',
  '/user/Sam%20Okafor',
  '/FL',
  '/premier_league',
];

/** Two runs of axe take this long while the API tests use the same cores. */
const MS_PER_PAGE = 20_000;

/** Equals a window of 1280 px at 400 % zoom. */
const NARROWEST = { width: 320, height: 844 };

/**
 * Fails on axe violations in either theme, console output, horizontal overflow and words broken at
 * 320 px on each page.
 */
async function requireSound(page: Page, paths: readonly string[]): Promise<void> {
  const said = consoleOf(page);
  const viewport = page.viewportSize() ?? NARROWEST;
  test.setTimeout(60_000 + paths.length * MS_PER_PAGE);

  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await requireNoFault(page);
    await requireNoOverflow(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await requireNoFault(page, COLOUR_RULES);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(NARROWEST);
    await requireNoOverflow(page);
    await requireWholeWords(page);
    await page.setViewportSize(viewport);
  }
  // The browser logs the status of the page that does not exist.
  expect(said.filter((line) => !line.includes('status of 404'))).toEqual([]);
}

/** Requires that a click on a control changes how it looks, also without the pointer. */
async function requireVisibleChange(control: Locator): Promise<void> {
  const before = await control.screenshot();
  await control.click();
  await control.page().mouse.move(0, 0);
  await expect.poll(async () => (await control.screenshot()).equals(before)).toBe(false);
}

/** Returns the address of a match of the demo's season. */
async function aMatchAddress(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/api/football/latest');
  const [match] = LatestMatch.array().parse(await answer.json());
  return `/match/${encodeURIComponent(match?.id ?? '')}`;
}

async function aPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  return context.newPage();
}

for (const width of [360, 1280]) {
  test.describe(`In light and dark at ${width} px`, () => {
    test('axe finds no violation on the pages before login', async ({ browser }) => {
      const page = await aPage(browser, width);

      await requireSound(page, ENTRANCE);
    });

    test("axe finds no violation on the fan's pages", async ({ browser }) => {
      const { fan } = await aFanAtHome(browser);
      const page = await aPage(browser, width);
      await logIn(page, fan);
      await expect(page).toHaveURL(/\/home$/);

      await requireSound(page, [...FAN, await aMatchAddress(page.request)]);
    });

    test("axe finds no violation on the admins' pages", async ({ browser }) => {
      const page = await aPage(browser, width);
      await page.goto('/admin-login');
      await logIn(page, DEMO_LOGINS.admin);
      await expect(page).toHaveURL(/\/AdminHome$/);

      await requireSound(page, ADMIN);
    });
  });
}

test('forced colours show the current page, the chosen segment and the state of a switch', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser, { forcedColors: 'active' });

  const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true });
  await expect(home).toHaveCSS('text-decoration-line', 'underline');
  await requireVisibleChange(page.getByRole('button', { name: 'Following', exact: true }));

  await page.goto(await aMatchAddress(page.request));
  await requireVisibleChange(page.getByRole('switch', { name: 'Friends first' }));
});
