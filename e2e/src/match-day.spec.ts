import { expect, type Page } from '@playwright/test';

import { wordsOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { collectGoals } from './support/received.js';
import { fanIdOf, startRehearsal } from './support/rehearsals.js';
import { test } from './support/test.js';

/** The rehearsal's first match has a goal in minute 5, which is cancelled in minute 8. */
const SPEED = 20;
const DELAY_SECONDS = 30;
const MATCH_TIMEOUT = { timeout: 60_000 };

const viewpointOf = (page: Page) => page.getByRole('region', { name: 'My viewpoint' });
const goalRow = (page: Page) =>
  page
    .getByRole('list', { name: 'Thread' })
    .getByRole('listitem')
    .filter({ hasText: 'Goal' })
    .first();

test('a fan whose broadcast is behind learns of a goal when it is shown there', async ({
  browser,
  request,
}) => {
  const live = await aFanAtHome(browser);
  const late = await aFanAtHome(browser);
  const said = [wordsOf(live.page), wordsOf(late.page)];
  const fans = [await fanIdOf(live.page), await fanIdOf(late.page)];
  const faults = ['goal_cancelled'];
  const { matches } = await startRehearsal(request, { speed: SPEED, startsIn: 15, faults, fans });
  const matchId = matches[0]?.id ?? '';
  const received = await collectGoals(late.page, matchId);
  const address = `/match/${encodeURIComponent(matchId)}`;

  await live.page.goto(address);
  await late.page.goto(address);
  await viewpointOf(late.page).getByRole('button', { name: 'My broadcast is behind' }).click();
  await expect(viewpointOf(late.page).getByText(`${DELAY_SECONDS} s`)).toBeVisible();

  await expect(goalRow(live.page)).toBeVisible(MATCH_TIMEOUT);
  const goalAtMs = Date.now();
  await expect(goalRow(late.page)).toHaveCount(0);
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
  expect(said.flat()).toEqual([]);
});
