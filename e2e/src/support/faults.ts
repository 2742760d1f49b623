import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Waits until all animations have finished, because fading text has other colours. A cancelled
 * animation may be replaced by another one.
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

/** The axe rules that depend on colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Requires that axe finds no violation on the current page.
 *
 * @param rules the only rules to check; all if omitted
 */
export async function requireNoFault(page: Page, rules?: string[]): Promise<void> {
  await comeToRest(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  // axe opens a page of its own, which takes the focus.
  await page.bringToFront();
  expect(
    violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`),
    `${page.url()} has no fault`,
  ).toEqual([]);
}

/** Requires that the page has no horizontal overflow. */
export async function requireNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}
