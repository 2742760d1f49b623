import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Waits until all that moves has come to its end: what is still fading in has other colours. One
 * that was cancelled on its way has another in its place, which is waited for as well.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let outcomes: readonly PromiseSettledResult<Animation>[];
    do {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      outcomes = await Promise.allSettled(ending.map(({ finished }) => finished));
    } while (outcomes.some(({ status }) => status === 'rejected'));
  });
}

/** Requires that axe finds nothing on the page as it is shown now. */
export async function requireNoFault(page: Page): Promise<void> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  // axe reckons in a page of its own, which takes the focus along.
  await page.bringToFront();
  expect(
    violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`),
    `${page.url()} has no fault`,
  ).toEqual([]);
}

/** Requires that the page does not scroll sideways. */
export async function requireNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}
