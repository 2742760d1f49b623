import { LatestMatch, LEAGUES } from '@kickoff/contracts';
import { expect, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

/** Finds texts of the main part that overflow their element, without those for screen readers. */
function cutWords(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('h1, h2, h3, span, b, small, p')
    .evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('.ko-sr, .ko-sheet__head'))
        // A name of one pixel is for screen readers only.
        .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
}

test('no text of league and match pages is cut off at 360 px, and Leagues is marked as current', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser, { viewport: { width: 360, height: 800 } });
  const leagues = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Leagues' });

  for (const league of LEAGUES) {
    await page.goto(`/${league}`);
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expect(leagues).toHaveAttribute('aria-current', 'page');
    for (const view of ['Match Results', 'Point Table', 'Top Scorers']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await expect(page.getByRole('region', { name: view })).toBeVisible();
      expect(await cutWords(page), `${view} of ${league}`).toEqual([]);
    }
  }

  const answer = await page.request.get('/api/football/latest');
  for (const { id } of LatestMatch.array()
    .parse(await answer.json())
    .slice(0, 5)) {
    await page.goto(`/match/${encodeURIComponent(id)}`);
    await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
    await expect(leagues).toHaveAttribute('aria-current', 'page');
    expect(await cutWords(page), id).toEqual([]);
  }
});

test('the logo and the links to the pages above are at least 32 px high', async ({ browser }) => {
  const { page } = await aFanAtHome(browser, { viewport: { width: 360, height: 800 } });

  await page.goto(`/${LEAGUES[0]}`);

  for (const name of ['KickOff, home', 'All leagues']) {
    const link = page.getByRole('link', { name });
    await expect
      .poll(async () => (await link.boundingBox())?.height, name)
      .toBeGreaterThanOrEqual(32);
  }
});
