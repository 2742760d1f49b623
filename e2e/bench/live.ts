import { type Browser, expect, type Page } from '@playwright/test';

import { aFanAtHome } from '../src/support/fans.js';
import { aServerWithLiveMatch, LIVE_MATCH, liveMatchStored } from '../src/support/live-match.js';
import { type besideOthers, repeat, type Rounds } from './rounds.js';

const LOADED = { timeout: 60_000 };

/** Returns how many milliseconds passed until the work was done. */
async function timed(beside: typeof besideOthers, work: () => Promise<void>): Promise<number> {
  const { result } = await beside(async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  });
  return result;
}

/** Waits until a page with posts applies live events. */
const isLive = (page: Page) => expect(page.locator('.ko-newposts')).toBeAttached(LOADED);

/**
 * Measures `post`, from the click of a fan to the offer on another screen, and `like`, from the
 * click of that fan to the count on the author's screen, in milliseconds.
 */
export async function measureLivePosts(browser: Browser): Promise<Rounds> {
  const { page: ann } = await aFanAtHome(browser);
  const { page: bob } = await aFanAtHome(browser);
  await isLive(ann);
  await isLive(bob);
  let posts = 0;
  return repeat(async (beside) => {
    posts += 1;
    const text = `Measured ${posts} of ${Date.now()}`;
    const shownTo = (page: Page) => page.getByRole('article').filter({ hasText: text });
    const offer = bob.getByRole('button', { name: '1 new post' });
    await ann.getByRole('button', { name: 'Post Your Content' }).click();
    await ann.getByRole('textbox', { name: 'Your post' }).fill(text);
    const post = await timed(beside, async () => {
      await ann.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
      await offer.waitFor();
    });
    await offer.click();
    const like = await timed(beside, async () => {
      await shownTo(bob).getByRole('button', { name: 'Like', exact: true }).click();
      await shownTo(ann).getByRole('button', { name: '1 like' }).waitFor();
    });
    return { post, like };
  });
}

/** Measures `goal`, from the poll that returns a changed score to the match's page, in milliseconds. */
export async function measureGoals(browser: Browser): Promise<Rounds> {
  const server = await aServerWithLiveMatch();
  try {
    const { page } = await aFanAtHome(browser, { baseURL: server.url });
    await liveMatchStored(page.request);
    await page.goto(`/match/${encodeURIComponent(LIVE_MATCH)}`);
    const score = page.getByRole('region', { name: 'Score' });
    const bell = page.getByRole('button', { name: /^Notifications/ });
    // The bell's code contains the live connection.
    await expect(bell).toHaveAttribute('aria-haspopup', 'dialog', LOADED);
    let goals = 0;
    return await repeat(async (beside) => {
      goals += 1;
      await server.provider.score(goals, 0);
      const shown = score.locator('span').filter({ hasText: new RegExp(`^${goals} to 0$`) });
      const goal = await timed(beside, () => shown.waitFor());
      return { goal };
    });
  } finally {
    await server.stop();
  }
}
