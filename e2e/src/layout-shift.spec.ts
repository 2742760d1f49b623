import { DEMO_LOGINS, isInPlay, LatestMatch } from '@kickoff/contracts';
import { type Browser, expect, type Page } from '@playwright/test';

import { anAdminAt } from './support/admins.js';
import { aFanAtHome, logIn } from './support/fans.js';
import { aPicture } from './support/files.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { test } from './support/test.js';

const [alex] = DEMO_LOGINS.fans;

/** The maximum layout shift of a page while it loads. */
const MAX_SHIFT = 0.02;
/** Longer than every deferred load of a page, such as live updates. */
const SETTLED_MS = 4_000;

// Demo data only: live updates of what parallel journeys write would shift posts.
let server: OwnServer;

test.beforeAll(async () => {
  server = await anOwnServer({ DEMO: 'on' });
});
test.afterAll(() => server.stop());

/** Loads a page and returns the sum of its layout shifts. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    (settledMs) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!('value' in entry) || typeof entry.value !== 'number') continue;
            if ('hadRecentInput' in entry && entry.hadRecentInput === true) continue;
            sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // The frame proves that the page is drawn while another one is in front.
        setTimeout(() => requestAnimationFrame(() => resolve(sum)), settledMs);
      }),
    SETTLED_MS,
  );
}

/** Loads each path in turn, and requires that it hardly shifts. */
async function requireSteady(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    expect(await shiftOf(page, path), path).toBeLessThanOrEqual(MAX_SHIFT);
  }
}

/** Does so in two windows with the same session, because most of the time is spent waiting. */
async function requireSteadyInTwo(
  page: Page,
  [paths, others]: [readonly string[], readonly string[]],
): Promise<void> {
  const storageState = await page.context().storageState();
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState, viewport: page.viewportSize(), baseURL: server.url });
  if (!context) throw new Error('The browser is closed.');
  const other = await context.newPage();
  await Promise.all([requireSteady(page, paths), requireSteady(other, others)]);
}

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 932 },
];

/** The pages of a match in play and of one that is over. */
async function matchPaths(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/football/latest');
  const matches = LatestMatch.array().parse(await answer.json());
  const found = [matches.find(isInPlay), matches.find(({ status }) => status === 'FINISHED')];
  return found.map((match) => {
    if (!match) throw new Error('The demo has no such match.');
    return `/match/${encodeURIComponent(match.id)}`;
  });
}

async function aVisitor(browser: Browser, viewport: (typeof SCREENS)[number]): Promise<Page> {
  return (await browser.newContext({ viewport, baseURL: server.url })).newPage();
}

for (const viewport of SCREENS) {
  test(`home, leagues and matches shift at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await aVisitor(browser, viewport);
    if (!alex) throw new Error('The demo has no fan with a login.');
    await logIn(page, alex);
    await expect(page).toHaveURL(/[/]home$/);
    const matches = await matchPaths(page);

    // Home once more, with the heights that the first visit has stored.
    const leagues = ['/premier_league', '/champions_league'];
    await requireSteadyInTwo(page, [
      ['/home', '/home', '/profile', '/FL'],
      [...leagues, ...matches],
    ]);
  });

  test(`a new fan's home shifts at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const { page } = await aFanAtHome(browser, { viewport, baseURL: server.url });

    expect(await shiftOf(page, '/home')).toBeLessThanOrEqual(MAX_SHIFT);
    await expect(page.getByRole('heading', { name: 'Make KickOff yours' })).toBeVisible();
  });

  test(`home with an unsent post shifts at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const { page } = await aFanAtHome(browser, { viewport, baseURL: server.url });
    await page.getByRole('button', { name: 'Post Your Content' }).click();
    await page.getByRole('textbox', { name: 'Your post' }).fill('Away again');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveValue('Away again');

    expect(await shiftOf(page, '/home')).toBeLessThanOrEqual(MAX_SHIFT);
    await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveValue('Away again');
  });

  test(`home with an unsent picture shifts at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await aVisitor(browser, viewport);
    if (!alex) throw new Error('The demo has no fan with a login.');
    await logIn(page, alex);
    await page.getByRole('button', { name: 'Post Your Content' }).click();
    await page.getByRole('textbox', { name: 'Your post' }).fill('Away again');
    await page.getByLabel('Add image').setInputFiles(await aPicture(page));
    const picture = page.getByRole('img', { name: 'our end.png' });
    await expect(picture).toBeVisible();
    // A tab opened later restores the draft of a closed one.
    const later = await page.context().newPage();
    await page.close();

    expect(await shiftOf(later, '/home')).toBeLessThanOrEqual(MAX_SHIFT);
    await expect(later.getByRole('img', { name: 'our end.png' })).toBeVisible();
  });

  test(`the admins' pages shift at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await anAdminAt(browser, '/AdminHome', { viewport, baseURL: server.url });

    await requireSteadyInTwo(page, [
      ['/AdminHome', '/user', '/reports'],
      ['/admins', '/football-feed'],
    ]);
  });

  test(`the pages before login shift at most ${MAX_SHIFT} at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await aVisitor(browser, viewport);

    await requireSteadyInTwo(page, [
      ['/', '/user-login'],
      ['/admin-login', '/user-register'],
    ]);
  });
}
