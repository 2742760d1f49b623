import { type Browser, expect, type Page, test } from '@playwright/test';

import { aFanAtHome } from '../src/support/fans.js';
import { withManyPosts } from '../src/support/many-posts.js';

const PHONE = { width: 412, height: 823 };
const ROUNDS = 5;

/** Emulates a phone four times slower than this machine; `isOnline` adds "applied slow 4G". */
async function likeAPhone(page: Page, { isOnline }: { isOnline: boolean }): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!isOnline) return;
  await devTools.send('Network.enable');
  const bytesPerSecond = (1.47 * 1_000_000) / 8;
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Collects the browser's performance entries in the page. */
async function collect(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Record<string, number> = { fcp: 0, lcp: 0, cls: 0, tbt: 0, inp: 0 };
    Object.assign(window, { seen });
    const watch = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      });
    const add = (name: string, value: number) => (seen[name] = (seen[name] ?? 0) + value);
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen['fcp'] = startTime;
    });
    watch('largest-contentful-paint', ({ startTime }) => (seen['lcp'] = startTime));
    watch('layout-shift', (entry) => {
      if ('value' in entry && typeof entry.value === 'number') add('cls', entry.value);
    });
    watch('longtask', ({ duration }) => add('tbt', Math.max(0, duration - 50)));
    watch('event', ({ duration }) => (seen['inp'] = Math.max(seen['inp'] ?? 0, duration)), {
      durationThreshold: 16,
    });
  });
}

function seenBy(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'seen');
    return Object.fromEntries(
      Object.entries(seen ?? {}).map(([name, value]) => [name, Number(value)]),
    );
  });
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

function say(what: string, rounds: Record<string, number>[]): void {
  const names = Object.keys(rounds[0] ?? {});
  const row = names.map((name) => {
    const value = median(rounds.map((round) => round[name] ?? NaN)) ?? NaN;
    return `${name} ${name === 'cls' ? value.toFixed(4) : Math.round(value)}`;
  });
  process.stdout.write(`${what}: ${row.join(', ')}\n`);
}

async function sessionOf(browser: Browser) {
  const { page } = await aFanAtHome(browser);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

test('first and second visit of home', async ({ browser }) => {
  const storageState = await sessionOf(browser);
  const first: Record<string, number>[] = [];
  const second: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ storageState, viewport: PHONE });
    for (const visits of [first, second]) {
      const page = await context.newPage();
      await likeAPhone(page, { isOnline: true });
      await collect(page);
      await page.goto('/home');
      await expect(page.getByRole('article').first()).toBeVisible({ timeout: 60_000 });
      await page.waitForLoadState('networkidle');
      const { fcp = NaN, lcp = NaN, tbt = NaN, cls = NaN } = await seenBy(page);
      visits.push({ fcp, lcp, tbt, cls });
      await page.close();
    }
    await context.close();
  }
  say('home, first visit (ms)', first);
  say('home, second visit (ms)', second);
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
    await page.goto('/home');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await likeAPhone(page, { isOnline: false });
    if (what === 'emoji') await actions['comment']?.();
    await act();
    await page.waitForLoadState('networkidle');
    const { inp = NaN } = await seenBy(page);
    say(`touch to paint, ${what} (ms)`, [{ inp }]);
  }
});

test('scrolling through 10,000 posts', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await page.setViewportSize({ width: 1280, height: 823 });
  await withManyPosts(page, 10_000);
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toBeVisible();
  await likeAPhone(page, { isOnline: false });
  const frames = await page.evaluate(async () => {
    const took: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 180; frame += 1) {
      window.scrollBy(0, 240);
      const now = await new Promise<number>(requestAnimationFrame);
      took.push(now - last);
      last = now;
    }
    return took.sort((a, b) => a - b);
  });
  say('frames of 240 px each (ms)', [
    {
      p50: frames[90] ?? NaN,
      p95: frames[171] ?? NaN,
      worst: frames.at(-1) ?? NaN,
      over50: frames.filter((took) => took > 50).length,
    },
  ]);
});
