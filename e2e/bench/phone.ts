import type { Page } from '@playwright/test';

export const PHONE = { width: 412, height: 823 };

/** Emulates a phone four times slower than this machine; `isOnline` adds "applied slow 4G". */
export async function likeAPhone(page: Page, { isOnline }: { isOnline: boolean }): Promise<void> {
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
export async function collect(page: Page): Promise<void> {
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

/** Returns what `collect` has collected. */
export function seenBy(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'seen');
    return Object.fromEntries(
      Object.entries(seen ?? {}).map(([name, value]) => [name, Number(value)]),
    );
  });
}

/** Scrolls by 240 px in each of 180 frames. Returns the durations of the frames, shortest first. */
export function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
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
}
