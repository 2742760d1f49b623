import { DEMO_LOGINS } from '@kickoff/contracts';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

import { aFanAtHome, bearerOf, logIn } from './support/fans.js';
import { skipDeferredLoads } from './support/first-load.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { pictureRatio } from './support/pictures.js';
import { sumOfBytes, watchTransfers } from './support/transfers.js';
import { test } from './support/test.js';

const KB = 1000;
const PHONE = { width: 412, height: 823 };
const DESKTOP = { width: 1280, height: 720 };
/** Widths with pixels of the device for each pixel of a style sheet. */
const SCREENS = [
  [360, 3],
  [412, 1],
  [412, 2.625],
  [768, 1],
  [1280, 1],
  [1280, 2],
] as const;
const DAY_MS = 24 * 60 * 60_000;
const [alex] = DEMO_LOGINS.fans;

/** Loads home again with an empty cache, until the network is idle. */
async function loadHomeAgain(
  browser: Browser,
  page: Page,
  {
    isFirstLoadOnly = false,
    ...options
  }: BrowserContextOptions & { isFirstLoadOnly?: boolean } = {},
) {
  const storageState = await page.context().storageState();
  const fresh = await (
    await browser.newContext({ baseURL: new URL(page.url()).origin, storageState, ...options })
  ).newPage();
  if (isFirstLoadOnly) await skipDeferredLoads(fresh);
  const transfers = watchTransfers(fresh);
  await fresh.goto(new URL('/home', page.url()).href);
  await expect(fresh.getByRole('heading', { name: 'Latest' })).toBeVisible();
  await fresh.waitForLoadState('networkidle');
  return { fresh, transfers };
}

async function loadHomeUncached(browser: Browser, options?: { isFirstLoadOnly: boolean }) {
  const { page } = await aFanAtHome(browser);
  return loadHomeAgain(browser, page, options);
}

test('home loads at most 128 kB of JavaScript in 12 files and 12 kB of styles', async ({
  browser,
}) => {
  const { transfers } = await loadHomeUncached(browser, { isFirstLoadOnly: true });

  const scripts = await transfers.of('script');
  expect(scripts.length).toBeLessThanOrEqual(12);
  expect(sumOfBytes(scripts)).toBeLessThanOrEqual(128 * KB);
  expect(sumOfBytes(await transfers.of('style'))).toBeLessThanOrEqual(12 * KB);
});

test.describe('home of the demo', () => {
  // Demo data only: parallel journeys add posts and stories.
  let server: OwnServer;

  test.beforeAll(async () => {
    server = await anOwnServer({ DEMO: 'on' });
  });
  test.afterAll(() => server.stop());

  async function aPageOfAlex(browser: Browser): Promise<Page> {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    if (!alex) throw new Error('The demo has no fan with a login.');
    await logIn(page, alex);
    await expect(page.getByRole('article').first()).toBeVisible();
    return page;
  }

  /** Requires that the first load of home stays below its bars. */
  async function requireLight(
    browser: Browser,
    page: Page,
    viewport: { width: number; height: number } = PHONE,
  ): Promise<Page> {
    const options = { isFirstLoadOnly: true, viewport };
    const { fresh, transfers } = await loadHomeAgain(browser, page, options);
    const all = (await transfers.all()).filter(({ path }) => !path.startsWith('/api/uploads/'));
    expect(sumOfBytes(await transfers.of('script'))).toBeLessThanOrEqual(128 * KB);
    expect(all.length).toBeLessThanOrEqual(18);
    expect(sumOfBytes(all)).toBeLessThanOrEqual(160 * KB);
    return fresh;
  }

  test('loads at most 160 kB in 18 requests, without pictures', async ({ browser }) => {
    const page = await aPageOfAlex(browser);

    await requireLight(browser, page, PHONE);
    await requireLight(browser, page, DESKTOP);
  });

  test('shows a picture at most twice as wide as shown on screens of any width', async ({
    browser,
  }) => {
    const page = await aPageOfAlex(browser);
    for (const [width, deviceScaleFactor] of SCREENS) {
      const viewport = { width, height: 823 };

      const { fresh } = await loadHomeAgain(browser, page, { viewport, deviceScaleFactor });

      const ratio = await pictureRatio(fresh);
      expect(ratio, `${width} px x ${deviceScaleFactor}`).toBeLessThanOrEqual(2);
      expect(ratio, `${width} px x ${deviceScaleFactor}`).toBeGreaterThanOrEqual(0.8);
      await fresh.close();
    }
  });

  test('loads as little with a poll in its first posts, which opens on the first touch', async ({
    browser,
  }) => {
    const page = await aPageOfAlex(browser);
    const published = await page.request.post('/api/pt/posts', {
      headers: await bearerOf(page),
      multipart: {
        text: 'Who starts?',
        poll: JSON.stringify({
          options: ['The keeper', 'The sub'],
          endsAt: new Date(Date.now() + DAY_MS).toISOString(),
        }),
      },
    });
    expect(published.status()).toBe(201);

    const fresh = await requireLight(browser, page);

    const post = fresh.getByRole('article').filter({ hasText: 'Who starts?' });
    await expect(post.getByText('The keeper')).toBeVisible();
    await expect(post.getByRole('radio')).toHaveCount(0);
    await post.hover();
    await expect(post.getByRole('radio')).toHaveText(['The keeper', 'The sub']);
  });
});

test('home requests nothing twice and requests its posts before its scripts have loaded', async ({
  browser,
}) => {
  const { fresh, transfers } = await loadHomeUncached(browser);
  await expect(fresh.getByRole('article').first()).toBeVisible();

  const paths = (await transfers.all()).map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  // Two steps: the document, then all files it references.
  const late = await fresh.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation');
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime, duration }) => startTime + duration);
    const [feed] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/pt/posts?'));
    return document && feed ? feed.startTime > Math.max(...scripts) : true;
  });
  expect(late).toBe(false);
});

test('home loads no file of charts, emoji, admin or leagues and only one copy of React', async ({
  browser,
}) => {
  const { fresh, transfers } = await loadHomeUncached(browser);

  const paths = (await transfers.all())
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/api/'));
  expect(paths.filter((path) => /chart|emoji|admin|leagues/i.test(path))).toEqual([]);
  expect(paths.filter((path) => /[/]react[.-]/.test(path))).toHaveLength(1);
  const copies = await fresh.evaluate(
    async (addresses) => {
      const texts = await Promise.all(
        addresses.map(async (address) => (await fetch(address)).text()),
      );
      // Only React's renderer contains this name of the developer tools' hook.
      return texts.filter((text) => text.includes('__REACT_DEVTOOLS_GLOBAL_HOOK__')).length;
    },
    paths.filter((path) => path.endsWith('.js')),
  );
  expect(copies).toBe(1);
});

test('home redirects a visitor to the login and loads no files of its own', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const transfers = watchTransfers(page);

  await page.goto('/home', { waitUntil: 'networkidle' });

  await expect(page).toHaveURL(/[/]user-login[?]back=%2Fhome$/);
  const paths = (await transfers.all()).map(({ path }) => path);
  expect(paths.filter((path) => /[/]remotes[/]|fan-area|[/]api[/](user|pt)[/]/.test(path))).toEqual(
    [],
  );
});

test("a fan's page shows its bar without scripts", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const admins = await (await browser.newContext({ javaScriptEnabled: false })).newPage();

  await page.goto('/home');
  await admins.goto('/AdminHome');

  await expect(page.getByRole('banner').getByRole('img', { name: 'KickOff' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  await expect(admins.getByRole('banner')).toHaveCount(0);
});

for (const [path, words] of [
  ['/', 'Choose your login to continue.'],
  ['/user-login', 'Forgot Password?'],
  ['/admin-login', 'Forgot Password'],
] as const) {
  test(`${path} shows its text without scripts and loads at most 70 kB of them`, async ({
    browser,
  }) => {
    const withoutScripts = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    const page = await (await browser.newContext()).newPage();
    const transfers = watchTransfers(page);

    await withoutScripts.goto(path);
    await page.goto(path, { waitUntil: 'networkidle' });

    await expect(withoutScripts.getByText(words, { exact: true })).toBeVisible();
    expect(sumOfBytes(await transfers.of('script'))).toBeLessThanOrEqual(70 * KB);
  });
}
