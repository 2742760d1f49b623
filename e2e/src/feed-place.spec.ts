import { expect, type Locator, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { withManyPosts } from './support/many-posts.js';
import { test } from './support/test.js';

const desktop = { width: 1280, height: 900 };

async function aLongFeed(page: Page, count: number) {
  const feed = await withManyPosts(page, count);
  await page.setViewportSize(desktop);
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  return feed;
}

/**
 * Scrolls frame by frame, down or up, until the post of this number is rendered or was passed.
 * Fails with the state of the page if nothing changes for half a minute.
 */
async function scrollToPost(page: Page, number: number, step = 700): Promise<void> {
  await page.evaluate(
    async ([wanted, pixels]) => {
      const numbers = () =>
        [...document.querySelectorAll('article')].flatMap((article) => {
          const number = /Post (\d+)[.]/.exec(article.textContent)?.[1];
          return number === undefined ? [] : Number(number);
        });
      const isThere = (number: number) => (pixels > 0 ? number <= wanted : number >= wanted);
      const rows = () =>
        [...document.querySelectorAll('[data-row]')].map((row) => row.textContent.slice(0, 20));
      const state = () =>
        `${Math.round(window.scrollY)} of ${document.body.scrollHeight} px: ${rows().join(', ')}`;
      let last = { state: state(), at: performance.now(), missedFrames: 0 };
      while (!numbers().some(isThere)) {
        // Wait for evicted posts to reload instead of scrolling past them.
        if (!document.querySelector('[data-row]:not(:has(article))')) window.scrollBy(0, pixels);
        // A frame that never fires must not block the test.
        const frame = await Promise.race([
          new Promise(requestAnimationFrame),
          new Promise((resolve) => setTimeout(() => resolve('missed'), 1_000)),
        ]);
        if (frame === 'missed') last.missedFrames += 1;
        if (state() !== last.state)
          last = { state: state(), at: performance.now(), missedFrames: 0 };
        if (performance.now() - last.at > 30_000) {
          const end = document.querySelector('.ko-feedend')?.textContent ?? 'no end';
          throw new Error(`Stuck at ${last.state}; ${end}; ${last.missedFrames} frames missed`);
        }
      }
    },
    [number, step] as const,
  );
}

/** Returns the post at the reading line and its offset. */
function positionOf(page: Page): Promise<{ text: string; top: number }> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('article')];
    const row = rows.find((article) => article.getBoundingClientRect().bottom > 60);
    return {
      text: /Post \d+/.exec(row?.textContent ?? '')?.[0] ?? '',
      top: row?.getBoundingClientRect().top ?? 0,
    };
  });
}

async function expectPosition(page: Page, { text, top }: { text: string; top: number }) {
  const there = page.getByRole('article').filter({ hasText: new RegExp(`${text}[.]`) });
  await expect(there).toBeVisible();
  await expect
    .poll(async () => Math.abs(((await there.boundingBox())?.y ?? Infinity) - top))
    .toBeLessThanOrEqual(8);
}

/** Uses the mouse: Playwright's `click` may scroll first. */
async function clickWithoutScrolling(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
}

async function somewhereInTheFeed(page: Page): Promise<{ text: string; top: number }> {
  await scrollToPost(page, 900);
  await page.evaluate(async () => {
    window.scrollBy(0, -123);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
  return positionOf(page);
}

test('10,000 posts add at most 1,500 nodes and 20 MB of memory', async ({ browser }) => {
  test.setTimeout(300_000);
  const { page } = await aFanAtHome(browser);
  const devTools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    return usedSize;
  };
  await aLongFeed(page, 10_000);
  const before = await heap();

  let most = 0;
  for (let down = 9_500; down >= 0; down -= 500) {
    await scrollToPost(page, down, 2_000);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    most = Math.max(most, nodes);
  }

  await expect(page.getByText('You are all caught up')).toBeAttached();
  expect(most).toBeLessThanOrEqual(1_500);
  expect((await heap()) - before).toBeLessThanOrEqual(20_000_000);
});

test('scrolling renders each post once', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await aLongFeed(page, 1_000);
  const seen = await page.evaluateHandle(() => {
    const drawn: string[] = [];
    const articlesIn = (node: Node) =>
      node instanceof Element
        ? [...node.querySelectorAll('article'), ...(node.matches('article') ? [node] : [])]
        : [];
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes].flatMap(articlesIn));
      drawn.push(...added.map(({ textContent }) => /Post \d+/.exec(textContent)?.[0] ?? ''));
    }).observe(document.body, { childList: true, subtree: true });
    return drawn;
  });

  await scrollToPost(page, 900, 240);

  const drawn = await seen.jsonValue();
  // Of about 80; a slow machine scrolls past some of them between two frames.
  expect(drawn.length).toBeGreaterThan(40);
  expect(drawn).toEqual([...new Set(drawn)]);
});

test('evicted posts are reloaded when scrolling up', async ({ browser }) => {
  test.setTimeout(120_000);
  const { page } = await aFanAtHome(browser);
  await aLongFeed(page, 1_000);
  // Beyond the pages that stay in memory.
  await scrollToPost(page, 600);

  for (const up of [700, 850, 980]) await scrollToPost(page, up, -700);

  await expect(page.getByText(/^Post 980[.]/)).toBeAttached();
});

test('the scroll position is restored after visiting another page', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await aLongFeed(page, 1_000);
  const position = await somewhereInTheFeed(page);

  await clickWithoutScrolling(page, page.getByRole('link', { name: 'Profile', exact: true }));
  await expect(page).toHaveURL(/[/]profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();

  await expectPosition(page, position);
});

test('the scroll position is restored after a reload, also when others have posted', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const feed = await aLongFeed(page, 1_000);
  const position = await somewhereInTheFeed(page);
  feed.grow(30);

  await page.reload();

  await expectPosition(page, position);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText(/^Post 1029[.]/)).toBeVisible();
  // New posts have pushed this one out of the first pages.
  await scrollToPost(page, 985, 350);
  await expect(page.getByText(/^Post 985[.]/)).toBeAttached();
});

test('the scroll position survives growth above it and an overlay', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await aLongFeed(page, 1_000);
  const position = await somewhereInTheFeed(page);

  await page.evaluate(() => {
    const [above] = document.querySelectorAll<HTMLElement>('[data-row]');
    if (above) above.style.paddingTop = '333px';
  });
  await expectPosition(page, position);
  await clickWithoutScrolling(page, page.getByRole('button', { name: 'Show profile picture' }));
  await expect(page.getByRole('dialog', { name: 'Profile picture' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expectPosition(page, position);
});

test('no layout shift occurs while a feed loads and 200 posts are scrolled', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await aLongFeed(page, 1_000);

  await scrollToPost(page, 800, 90);

  const sum = await page.evaluate(() => {
    const shifts: unknown = Reflect.get(window, 'shifts');
    return Array.isArray(shifts) ? shifts.reduce<number>((all, one) => all + Number(one), 0) : NaN;
  });
  expect(sum).toBeLessThanOrEqual(0.02);
});
