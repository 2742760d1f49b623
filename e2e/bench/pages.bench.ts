import { DEMO_LOGINS } from '@kickoff/contracts';
import { type Browser, expect, type Page } from '@playwright/test';

import { aFanAtHome, logIn } from '../src/support/fans.js';
import { skipDeferredLoads } from '../src/support/first-load.js';
import { withManyPosts } from '../src/support/many-posts.js';
import { pictureRatio } from '../src/support/pictures.js';
import { test } from '../src/support/test.js';
import { sumOfBytes, watchTransfers } from '../src/support/transfers.js';
import { measureGoals, measureLivePosts } from './live.js';
import { collect, likeAPhone, PHONE, scroll, seenBy } from './phone.js';
import { report, writeDocument } from './report.js';
import { repeat } from './rounds.js';

const KB = 1000;
const POSTS = 10_000;
/** Clicks that load more posts than a measurement scrolls over. */
const MORE_PAGES = 10;
const REPORTED_MS = 1_000;
const [alex] = DEMO_LOGINS.fans;

// A document needs the rows of all tests.
test.describe.configure({ mode: 'serial' });

async function sessionOf(browser: Browser) {
  if (!alex) throw new Error('The demo has no fan with a login.');
  const page = await (await browser.newContext()).newPage();
  await logIn(page, alex);
  await expect(page).toHaveURL(/[/]home$/);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

async function openHome(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
}

test('bytes and requests of home', async ({ browser }) => {
  const storageState = await sessionOf(browser);
  const context = await browser.newContext({ storageState, viewport: PHONE });
  const load = async () => {
    const page = await context.newPage();
    await skipDeferredLoads(page);
    const transfers = watchTransfers(page);
    await openHome(page);
    const all = await transfers.all();
    const isPicture = ({ path }: { path: string }) => path.startsWith('/api/uploads/');
    const bytesOf = (kind: string) => sumOfBytes(all.filter((one) => one.kind === kind)) / KB;
    const code = all.filter((one) => !isPicture(one));
    return {
      page,
      scripts: bytesOf('script'),
      scriptFiles: all.filter(({ kind }) => kind === 'script').length,
      styles: bytesOf('style'),
      kb: sumOfBytes(code) / KB,
      requests: code.length,
      pictures: all.filter(isPicture).length,
      pictureKb: sumOfBytes(all.filter(isPicture)) / KB,
    };
  };
  const first = await load();
  const second = await load();
  report({ name: 'JavaScript (kB)', figure: first.scripts, places: 1, bar: 128 });
  report({ name: 'JavaScript files', figure: first.scriptFiles, bar: 12 });
  report({ name: 'Styles (kB)', figure: first.styles, places: 1, bar: 12 });
  report({ name: 'All without pictures (kB)', figure: first.kb, places: 1, bar: 160 });
  report({ name: 'Requests without pictures', figure: first.requests, bar: 18 });
  report({ name: 'Pictures (kB)', figure: first.pictureKb, places: 1 });
  report({ name: 'Requests of pictures', figure: first.pictures });
  report({
    name: "A post's picture beside its width on screen",
    figure: await pictureRatio(first.page),
    places: 2,
    bar: 2,
  });
  report({ name: 'Second visit, JavaScript (kB)', figure: second.scripts, places: 1, bar: 0 });
  report({
    name: 'Second visit, % of the first visit in kB',
    figure: (second.kb / first.kb) * 100,
    bar: 60,
  });
  await context.close();
});

test('first and second visit of home', async ({ browser }) => {
  const storageState = await sessionOf(browser);
  const rounds = await repeat(async (beside) => {
    const context = await browser.newContext({ storageState, viewport: PHONE });
    const visit = async () => {
      const page = await context.newPage();
      await likeAPhone(page, { isOnline: true });
      await collect(page);
      const { result } = await beside(async () => {
        await openHome(page);
        return seenBy(page);
      });
      await page.close();
      return result;
    };
    const { fcp = NaN, lcp = NaN, tbt = NaN, cls = NaN } = await visit();
    const second = await visit();
    await context.close();
    return { fcp, lcp, tbt, cls, lcp2: second['lcp'] ?? NaN, tbt2: second['tbt'] ?? NaN };
  });
  const { fcp = NaN, lcp = NaN, tbt = NaN, cls = NaN, lcp2 = NaN, tbt2 = NaN } = rounds.medians;
  report({ name: 'First paint (ms)', figure: fcp, bar: 1_800, rounds });
  report({ name: 'Largest paint (ms)', figure: lcp, bar: 2_500, goal: 1_900, rounds });
  report({ name: 'Blocking time (ms)', figure: tbt, bar: 150, goal: 60, rounds });
  report({ name: 'Layout shift', figure: cls, places: 4, bar: 0.02, rounds });
  report({ name: 'Second visit, largest paint (ms)', figure: lcp2, bar: 1_500, rounds });
  report({
    name: 'Second visit, % of the first largest paint',
    figure: (lcp2 / lcp) * 100,
    bar: 60,
    rounds,
  });
  report({ name: 'Second visit, blocking time (ms)', figure: tbt2, bar: 150, goal: 60, rounds });
});

test('answers to a touch', async ({ browser }) => {
  const { page } = await aFanAtHome(browser, { viewport: PHONE });
  await collect(page);
  const actions: Record<string, () => Promise<unknown>> = {
    like: () => page.getByRole('button', { name: 'Like', exact: true }).first().click(),
    comment: () => page.getByRole('button', { name: 'Comment', exact: true }).first().click(),
    emoji: () => page.getByRole('button', { name: 'Emoji' }).first().click(),
    search: async () => {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search' }).last().pressSequentially('sam');
    },
  };
  for (const [what, act] of Object.entries(actions)) {
    const rounds = await repeat(async (beside) => {
      await openHome(page);
      await likeAPhone(page, { isOnline: false });
      if (what === 'emoji') await actions['comment']?.();
      const { result } = await beside(async () => {
        await act();
        // The browser reports events some time after the paint that follows them.
        await page.waitForTimeout(REPORTED_MS);
        return seenBy(page);
      });
      return { inp: result['inp'] ?? NaN };
    });
    report({
      name: `Touch to paint, ${what} (ms)`,
      figure: rounds.medians['inp'] ?? NaN,
      bar: 100,
      rounds,
    });
  }
});

test('live updates on another screen', async ({ browser }) => {
  const rounds = await measureLivePosts(browser);
  const { post = NaN, like = NaN } = rounds.medians;
  report({ name: "Another fan's post is offered (ms)", figure: post, bar: 2_000, rounds });
  report({ name: "Another fan's like is shown (ms)", figure: like, bar: 2_000, rounds });
});

test('a goal on the page of its match', async ({ browser }) => {
  const rounds = await measureGoals(browser);
  report({
    name: 'A goal is shown after its poll (ms)',
    figure: rounds.medians['goal'] ?? NaN,
    bar: 5_000,
    rounds,
  });
});

/** Loads pages of the feed, without scrolling, as a phone does by the button only. */
async function showMore(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more posts' });
  for (let clicks = 0; clicks < MORE_PAGES; clicks += 1) {
    const answer = page.waitForResponse(/[/]api[/]pt[/]posts[?]/);
    // A click of the mouse would scroll down to it.
    await more.dispatchEvent('click');
    await answer;
    await expect(more).not.toHaveAttribute('aria-busy', 'true');
  }
}

for (const { name, viewport, isPhone } of [
  { name: '1,280 px', viewport: { width: 1280, height: 823 }, isPhone: false },
  { name: 'phone', viewport: PHONE, isPhone: true },
]) {
  test(`scrolling through ${POSTS} posts, ${name}`, async ({ browser }) => {
    const { page } = await aFanAtHome(browser, { viewport });
    await withManyPosts(page, POSTS);
    const rounds = await repeat(async (beside) => {
      await openHome(page);
      if (isPhone) {
        await showMore(page);
        await likeAPhone(page, { isOnline: false });
      }
      const { result: frames } = await beside(() => scroll(page));
      return {
        p95: frames[Math.floor(frames.length * 0.95)] ?? NaN,
        over50: frames.filter((took) => took > 50).length,
      };
    });
    const { p95 = NaN, over50 = NaN } = rounds.medians;
    report({
      name: `Scrolling, ${name}: 95 % of frames within (ms)`,
      figure: p95,
      bar: isPhone ? 33 : 17,
      rounds,
    });
    report({
      name: `Scrolling, ${name}: frames over 50 ms`,
      figure: over50,
      ...(isPhone ? {} : { bar: 0 }),
      rounds,
    });
  });
}

test.afterAll(async ({ browser }) => {
  if (process.env['BENCH_WRITE'] !== '1') return;
  await writeDocument('BENCH_WRITE=1 npm run bench:pages', browser.version());
});
