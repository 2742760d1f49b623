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

/** The rules of axe whose outcome depends on colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Requires that axe finds nothing on the page as it is shown now.
 *
 * @param rules the only ones that are checked; all of axe's where none are named
 */
export async function requireNoFault(page: Page, rules?: string[]): Promise<void> {
  await comeToRest(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
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
