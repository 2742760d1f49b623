import { expect, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { aServerWithLiveMatch, LIVE_MATCH, liveMatchStored } from './support/live-match.js';
import { test } from './support/test.js';

const ADDRESS = `/match/${encodeURIComponent(LIVE_MATCH)}`;

/** Records each text that the page announces to screen readers. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement;
        const region = at?.closest('[role=status].ko-sr');
        if (region?.textContent) texts.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => said.jsonValue();
}

let server: Awaited<ReturnType<typeof aServerWithLiveMatch>>;

test.beforeAll(async () => {
  server = await aServerWithLiveMatch();
});
test.afterAll(() => server.stop());

test('a goal and its correction reach every open page', async ({ browser }) => {
  const { page: home } = await aFanAtHome(browser, { baseURL: server.url });
  await liveMatchStored(home.request);
  const stream = home.waitForResponse((response) => response.url().includes('/api/events'));
  await home.reload();
  await stream;
  const anotherAt = async (address: string) => {
    const page = await home.context().newPage();
    await page.goto(address);
    return page;
  };
  const league = await anotherAt('/premier_league');
  const match = await anotherAt(ADDRESS);
  const shownScores = [
    home.locator(`a[href="${ADDRESS}"]`).first(),
    league.locator(`a[href="${ADDRESS}"]`).first(),
    match.getByRole('region', { name: 'Score' }),
  ];
  const shows = (score: RegExp) =>
    Promise.all(shownScores.map((shown) => expect(shown).toContainText(score)));
  await shows(/0\D*0/);
  // The bell's code contains the live connection.
  for (const page of [home, league, match]) {
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAttribute('aria-haspopup', 'dialog');
  }
  const [onLeague, onMatch] = await Promise.all([listenTo(league), listenTo(match)]);

  await server.provider.score(1, 0);
  await shows(/1\D*0/);
  await server.provider.score(0, 0);
  await shows(/0\D*0/);

  await expect
    .poll(onLeague)
    .toEqual(['Arsenal FC 1, Chelsea FC 0', 'Correction: Arsenal FC 0, Chelsea FC 0']);
  await expect
    .poll(onMatch)
    .toEqual([
      expect.stringMatching(/^Goal, Arsenal FC[.].* Arsenal FC 1, Chelsea FC 0$/),
      expect.stringMatching(/^Goal cancelled, Arsenal FC[.].* Arsenal FC 0, Chelsea FC 0$/),
    ]);
});
