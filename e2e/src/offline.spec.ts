import { type Browser, expect, type Locator, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { publish } from './support/posts.js';
import { aRoughLineTo } from './support/rough-line.js';
import { test } from './support/test.js';

interface ReaderWithACopy {
  page: Page;
  /** The post that the fan has seen. */
  seen: Locator;
  /** Ends the connection. */
  cut: () => Promise<void>;
}

/** Playwright's offline mode would leave the service worker connected. */
async function aFanBehindAProxy(browser: Browser) {
  const line = await aRoughLineTo(Number(new URL(test.info().project.use.baseURL ?? '').port));
  const { page, fan } = await aFanAtHome(browser, {
    serviceWorkers: 'allow',
    baseURL: `http://localhost:${line.port}`,
  });
  return { page, fan, cut: line.close };
}

const homeIsCached = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/home')) !== undefined), {
      timeout: 20_000,
    })
    .toBe(true);

/** A fan whose browser has cached a seen post. */
async function aFanWithACopy(browser: Browser): Promise<ReaderWithACopy> {
  const { page, fan, cut } = await aFanBehindAProxy(browser);
  const seen = await publish(page, `Seen by ${fan.username}`);
  // The cached copy must be the server's version.
  await page.reload();
  await expect(seen).toBeVisible();
  await homeIsCached(page);
  return { page, seen, cut };
}

const seenCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('seen')));

test('home opens offline after the first visit, even with an empty browser cache', async ({
  browser,
}) => {
  const { page, cut } = await aFanBehindAProxy(browser);
  await expect(page.getByRole('button', { name: 'Post Your Content' })).toBeVisible();
  await homeIsCached(page);
  await cut();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.clearBrowserCache');

  await page.goto('/home');

  await expect(page.getByRole('button', { name: 'Post Your Content' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
});

test('the last feed opens offline with a notice', async ({ browser }) => {
  const { page, seen, cut } = await aFanWithACopy(browser);

  await cut();
  await page.goto('/home');

  await expect(seen).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
});

test('pages before login open offline without an error', async ({ browser }) => {
  const { page, cut } = await aFanWithACopy(browser);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await cut();

  for (const address of ['/nowhere', '/terms']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  expect(faults).toEqual([]);
});

test('a post is rejected offline and its text is preserved', async ({ browser }) => {
  const { page, cut } = await aFanWithACopy(browser);
  await cut();
  await page.goto('/home');
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await page.getByLabel('Your post', { exact: true }).fill('From the tunnel');

  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();

  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page.getByLabel('Your post', { exact: true })).toHaveValue('From the tunnel');
});

test('no cached data remains on the device after a logout', async ({ browser }) => {
  const { page } = await aFanWithACopy(browser);
  expect(await seenCaches(page)).not.toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/[/]$/);

  await expect.poll(() => seenCaches(page)).toEqual([]);
});

test('the manifest makes the app installable with icons of the declared sizes', async ({
  page,
}) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest: unknown = await (await page.request.get(address ?? '')).json();

  expect(manifest).toMatchObject({ start_url: '/home', display: 'standalone' });
  const sizes = await page.evaluate(async (icons) => {
    const measured = icons.map(async ({ src }) => {
      const icon = new Image();
      icon.src = src;
      await icon.decode();
      return `${icon.naturalWidth}x${icon.naturalHeight}`;
    });
    return Promise.all(measured);
  }, iconsOf(manifest));
  expect(sizes).toEqual(['192x192', '512x512', '512x512']);
});

function iconsOf(manifest: unknown): { src: string }[] {
  const hasIcons = typeof manifest === 'object' && manifest !== null && 'icons' in manifest;
  if (!hasIcons || !Array.isArray(manifest.icons)) throw new Error('The manifest has no icons.');
  return manifest.icons.filter(
    (icon: unknown): icon is { src: string } =>
      typeof icon === 'object' && icon !== null && 'src' in icon && typeof icon.src === 'string',
  );
}
