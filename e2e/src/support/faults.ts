import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Ends all animations, because fading text has other colours, and lets no transition begin. Waiting for
 * their ends does not end while the browser draws no frames of the page, for example when another page is
 * in front; nor does a transition that begins then, as one to the colours of the other theme.
 */
async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Not a style element, which the page's policy refuses.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition-property: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
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
  await endAnimations(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // No page has frames of other origins, for which axe would open another page in each analysis.
  axe.setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`),
    `${page.url()} has no fault`,
  ).toEqual([]);
}

/** Longer ones, such as ids, may be broken inside. */
const LONGEST_WORD = 16;
/** Elements with texts of ours: names and posts of fans have words of any length. */
const OWN_TEXTS = 'h1, h2, h3, button, label, legend, dt, thead th';

/** Requires that no visible word of headings, buttons and labels is broken inside; emails may be. */
export async function requireWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(
    ({ longest, ownTexts }) => {
      const isVisible = (element: Element | null): boolean =>
        !element ||
        (element.clientWidth !== 1 &&
          getComputedStyle(element).clipPath === 'none' &&
          isVisible(element.parentElement));
      const found: string[] = [];
      const range = document.createRange();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node;
        if (!parentElement?.closest(ownTexts) || !isVisible(parentElement)) continue;
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s-]+/gu)) {
          if (word.length > longest || !/^\p{L}+$/u.test(word)) continue;
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
        }
      }
      return found;
    },
    { longest: LONGEST_WORD, ownTexts: OWN_TEXTS },
  );
  expect(broken, `${page.url()} breaks words`).toEqual([]);
}

/** Requires that the page has no horizontal overflow, once charts are as wide as the window. */
export async function requireNoOverflow(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}
