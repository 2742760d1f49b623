import type { Page } from '@playwright/test';

/** The shortest delay of what a page loads after its first load, such as its live updates. */
const LATER_MS = 2_000;

/** Skips deferred loads of a page, which on a slow machine would start during the first load. */
export async function skipDeferredLoads(page: Page): Promise<void> {
  await page.addInitScript((laterMs) => {
    const start = window.setTimeout.bind(window);
    const startSoon = (work: TimerHandler, ms = 0, ...values: unknown[]) =>
      ms < laterMs ? start(work, ms, ...values) : 0;
    Object.assign(window, { setTimeout: startSoon });
  }, LATER_MS);
}
