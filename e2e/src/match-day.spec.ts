import { LeagueData, LEAGUES, type Match } from '@kickoff/contracts';
import { type Browser, expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome, logIn } from './support/fans.js';
import { collectGoals } from './support/received.js';
import { fanIdOf, startRehearsal } from './support/rehearsals.js';
import { test } from './support/test.js';

/** The rehearsal's first match has a goal in minute 5, which is cancelled in minute 8. */
const SPEED = 20;
const DELAY_SECONDS = 30;
/** Time after the goal at which the measuring fan presses 'Goal now'. */
const MEASURED_MS = 8_000;
/** A shield hides matches that ended in the 24 hours before it was set. */
const RECENT_MS = 20 * 60 * 60 * 1_000;
const MATCH_TIMEOUT = { timeout: 60_000 };

const viewpointOf = (page: Page) => page.getByRole('region', { name: 'My viewpoint' });
const goalRow = (page: Page) =>
  page
    .getByRole('list', { name: 'Thread' })
    .getByRole('listitem')
    .filter({ hasText: 'Goal' })
    .first();

const addressOf = (match: Match | undefined) => `/match/${encodeURIComponent(match?.id ?? '')}`;

/** Logs a fan in on another device. */
async function anotherDevice(
  browser: Browser,
  fan: { email: string; password: string },
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, fan);
  await expect(page).toHaveURL(/\/home$/);
  return page;
}

async function fallBehind(page: Page): Promise<void> {
  await viewpointOf(page).getByRole('button', { name: 'My broadcast is behind' }).click();
  await expect(viewpointOf(page).getByText(`${DELAY_SECONDS} s`)).toBeVisible();
}

/** Waits for the goal of a live fan and presses 'Goal now' some seconds later. */
async function measureDelay(page: Page, goalAtMs: number): Promise<void> {
  await page.waitForTimeout(Math.max(0, goalAtMs + MEASURED_MS - Date.now()));
  await expect(goalRow(page)).toHaveCount(0);
  await viewpointOf(page).getByRole('button', { name: 'Goal now' }).click();
  await expect(goalRow(page)).toBeVisible();
  const delay = viewpointOf(page).getByRole('status');
  await expect(delay).not.toHaveText(`${DELAY_SECONDS} s`);
  const seconds = Number.parseInt(await delay.innerText(), 10);
  expect(seconds).toBeGreaterThanOrEqual(MEASURED_MS / 1_000 - 3);
  expect(seconds).toBeLessThan(DELAY_SECONDS);
}

/** During a data outage the match shows the time of its data and no running clock. */
async function requireOutage(page: Page): Promise<void> {
  const thread = page.getByRole('list', { name: 'Thread' });
  const score = page.getByRole('region', { name: 'Score' });
  await expect(thread.getByText(/^No data since \d\d:\d\d/)).toBeVisible(MATCH_TIMEOUT);
  await expect(score.getByText(/^as of \d\d:\d\d/)).toBeVisible();
  await expect(thread.getByText(/^Data again since/)).toBeVisible(MATCH_TIMEOUT);
  await expect(score.getByText(/^as of/)).toHaveCount(0);
}

/** The thread of a postponed match says so, and stays open for a day. */
async function requirePostponed(page: Page, match: Match | undefined): Promise<void> {
  await page.goto(addressOf(match));
  const thread = page.getByRole('region', { name: 'Match thread' });
  await expect(thread.getByText('Postponed').first()).toBeVisible();
  await expect(thread.getByText('On my way')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your post' })).toBeVisible();
}

test('a delayed fan receives a goal only after the delay, a live fan sees a data outage', async ({
  browser,
  request,
}) => {
  // Waits for minute 30 of a match.
  test.setTimeout(240_000);
  const live = await aFanAtHome(browser);
  const late = await aFanAtHome(browser);
  const measuring = await aFanAtHome(browser);
  const pages = [live.page, late.page, measuring.page];
  const said = pages.map(consoleOf);
  const fans = await Promise.all(pages.map(fanIdOf));
  const faults = ['goal_cancelled', 'feed_outage', 'postponed'];
  const { matches } = await startRehearsal(request, { speed: SPEED, startsIn: 20, faults, fans });
  const [first, last] = [matches[0], matches.at(-1)];
  const received = await collectGoals(late.page, first?.id ?? '');

  await measuring.page.goto(addressOf(last));
  await measuring.page.getByRole('textbox', { name: 'Your post' }).fill('On my way');
  await measuring.page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(measuring.page.getByText('On my way')).toBeVisible();
  for (const page of pages) await page.goto(addressOf(first));
  await fallBehind(late.page);
  await fallBehind(measuring.page);
  const device = await anotherDevice(browser, measuring.fan);
  await device.goto(addressOf(first));
  await expect(viewpointOf(device).getByText(`${DELAY_SECONDS} s`)).toBeVisible();

  await expect(goalRow(live.page)).toBeVisible(MATCH_TIMEOUT);
  const goalAtMs = Date.now();
  await expect(goalRow(late.page)).toHaveCount(0);
  await measureDelay(measuring.page, goalAtMs);
  await expect(goalRow(device)).toBeVisible();
  await requirePostponed(measuring.page, last);
  await expect(goalRow(late.page)).toBeVisible(MATCH_TIMEOUT);
  const waitedMs = Date.now() - goalAtMs;
  expect(waitedMs).toBeGreaterThan((DELAY_SECONDS - 5) * 1_000);
  const early = received.filter(
    ({ atMs, goals }) => goals > 0 && atMs < goalAtMs + (DELAY_SECONDS - 6) * 1_000,
  );
  expect(early).toEqual([]);
  expect(received.filter(({ goals }) => goals > 0)).not.toEqual([]);

  await expect(late.page.getByText('cancelled', { exact: false }).first()).toBeVisible(
    MATCH_TIMEOUT,
  );
  await expect(goalRow(late.page)).toBeVisible();
  await requireOutage(live.page);
  expect(said.flat()).toEqual([]);
});

/** A match of the demo season that ended in the last hours, with a goal, and the name of its league. */
async function aRecentMatch(page: Page): Promise<{ league: string; match: Match }> {
  for (const league of LEAGUES) {
    const answer = await page.request.get(`/api/football?league=${league}`);
    const match = LeagueData.parse(await answer.json()).matches.findLast(
      ({ status, utcDate, score: { fullTime } }) =>
        status === 'FINISHED' &&
        Date.now() - Date.parse(utcDate) < RECENT_MS &&
        (fullTime.homeTeam ?? 0) + (fullTime.awayTeam ?? 0) > 0,
    );
    if (match) return { league: league.replaceAll('_', ' '), match };
  }
  throw new Error('No match of the demo season has just ended.');
}

test('a fan replays a match hidden by the spoiler shield', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const said = consoleOf(page);
  const { league, match } = await aRecentMatch(page);
  const score = page.getByRole('region', { name: 'Score' });
  const { homeTeam, awayTeam } = match.score.fullTime;
  const result = `${homeTeam} to ${awayTeam}`;

  await page.goto('/settings');
  await page.getByRole('checkbox', { name: league }).check();
  const shield = page.getByRole('group', { name: 'Hidden matches' });
  await expect(shield.getByText('Saved')).toBeVisible();
  await page.goto(addressOf(match));
  const viewpoint = viewpointOf(page);
  await expect(viewpoint).toContainText('Your spoiler shield hides this match');
  await expect(score).not.toContainText(result);
  await expect(goalRow(page)).toHaveCount(0);

  await viewpoint.getByRole('button', { name: 'Replay the night' }).click();
  const bar = viewpoint.getByRole('slider', { name: 'Time since kick-off' });
  await expect(bar).toHaveValue('0');
  await expect(score).toContainText('0 to 0');
  await expect(goalRow(page)).toHaveCount(0);
  await bar.press('End');
  await expect(score).toContainText(result);
  await page.reload();
  await expect(score).toContainText(result);
  await expect(goalRow(page)).toBeVisible();

  await viewpoint.getByRole('button', { name: 'Back to live' }).click();
  await expect(viewpoint.getByRole('button', { name: 'Live', pressed: true })).toBeVisible();
  expect(said).toEqual([]);
});

test('a thread accepts no posts long before or after its match', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const answer = await page.request.get('/api/football?league=premier_league');
  const { matches } = LeagueData.parse(await answer.json());
  const thread = page.getByRole('region', { name: 'Match thread' });
  const states = [
    ['FINISHED', matches.find(({ status }) => status === 'FINISHED'), 'This thread is closed'],
    ['SCHEDULED', matches.findLast(({ status }) => status === 'SCHEDULED'), 'This thread opens at'],
  ] as const;

  for (const [status, match, text] of states) {
    expect(match?.status).toBe(status);
    await page.goto(addressOf(match));
    await expect(thread.getByText(text)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveCount(0);
  }
});
