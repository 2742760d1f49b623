import {
  answered,
  aProviderMatch,
  aProviderRow,
  aProviderScore,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';
import { expect, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { anOwnServer } from './support/own-server.js';
import { test } from './support/test.js';

/** Maximum delay between our data and every open page. */
const SOON = { timeout: 5_000 };
const MINUTE_MS = 60_000;
const ID = 'football-data.org:538001';
const ADDRESS = `/match/${encodeURIComponent(ID)}`;

/** football-data.org on a Saturday when Arsenal play Chelsea. */
class Provider extends ProviderDouble {
  private readonly kickoff = new Date(Date.now() - 10 * MINUTE_MS).toISOString();
  private goals: [number, number] = [0, 0];
  private onRequest: () => void = () => undefined;

  constructor() {
    super((path) => this.respond(path));
  }

  /** Changes the score; resolves when our server has requested it. */
  async score(...goals: [number, number]): Promise<void> {
    this.goals = goals;
    await new Promise<void>((resolve) => (this.onRequest = resolve));
  }

  private respond(path: string): Reply {
    // The quota allows one request per second.
    const rate = { 'X-Requests-Available-Minute': '60', 'X-RequestCounter-Reset': '60' };
    if (path.endsWith('/standings')) {
      const second = aProviderRow({ position: 2, team: CHELSEA });
      return answered(theStandings(aProviderRow(), second), rate);
    }
    if (path.includes('/scorers')) return answered(theScorers(), rate);
    const match = aProviderMatch({
      utcDate: this.kickoff,
      status: 'IN_PLAY',
      score: aProviderScore(...this.goals),
    });
    const hasMatch = path.includes('/PL/') || path.startsWith('/matches');
    if (hasMatch) this.onRequest();
    const later = aProviderMatch({ id: 9, utcDate: new Date(Date.now() + 1e9).toISOString() });
    return answered(theMatches(...(hasMatch ? [match] : [later])), rate);
  }
}

/** Records each text that the page announces to screen readers. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const heard: string[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement;
        const region = at?.closest('[role=status].ko-sr');
        if (region?.textContent) heard.push(region.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return heard;
  });
  return () => said.jsonValue();
}

let provider: Provider;
let server: Awaited<ReturnType<typeof anOwnServer>>;

test.beforeAll(async () => {
  provider = new Provider();
  server = await anOwnServer({
    DEMO: 'off',
    FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
    FOOTBALL_DATA_URL: await provider.start(),
    FOOTBALL_LIVE_POLL_MS: '1000',
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test('a goal and its correction reach every open page within five seconds', async ({ browser }) => {
  const { page: home } = await aFanAtHome(browser, { baseURL: server.url });
  const isThere = () => home.request.get(`/api/football/matches/${ID}`);
  await expect.poll(async () => (await isThere()).status(), { timeout: 20_000 }).toBe(200);
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
    Promise.all(shownScores.map((shown) => expect(shown).toContainText(score, SOON)));
  await shows(/0\D*0/);
  // The bell's code contains the live connection.
  for (const page of [home, league, match]) {
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAttribute('aria-haspopup', 'dialog');
  }
  const [onLeague, onMatch] = await Promise.all([listenTo(league), listenTo(match)]);

  await provider.score(1, 0);
  await shows(/1\D*0/);
  await provider.score(0, 0);
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
