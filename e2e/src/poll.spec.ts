import { Post } from '@kickoff/contracts';
import { expect, type Page } from '@playwright/test';

import { ApiFan } from './support/api-fans.js';
import { consoleOf } from './support/console.js';
import { aFanAtHome, logIn } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { test } from './support/test.js';

const VOTERS = 50;
const AT_A_TIME = 10;

/** The poll of the post that the page shows. */
const pollOf = (page: Page) =>
  page.getByRole('article').first().getByRole('group', { name: 'Poll' });

test('an open page shows the exact result while fifty fans vote concurrently', async ({
  browser,
}) => {
  const voters = [];
  while (voters.length < VOTERS) {
    const next = Array.from({ length: AT_A_TIME }, () => ApiFan.register());
    voters.push(...(await Promise.all(next)));
  }
  const author = await aFanAtHome(browser);
  const reader = await aFanAtHome(browser);
  const said = [consoleOf(author.page), consoleOf(reader.page)];
  const text = `Who goes up? ${Date.now()}`;

  await author.page.getByRole('button', { name: 'Post Your Content' }).click();
  await author.page.getByRole('textbox', { name: 'Your post' }).fill(text);
  await author.page.getByRole('button', { name: 'Add poll' }).click();
  await author.page.getByRole('textbox', { name: 'Option 1' }).fill('Leeds');
  await author.page.getByRole('textbox', { name: 'Option 2' }).fill('Derby');
  await requireNoFault(author.page);
  const published = author.page.waitForResponse(
    (answer) => answer.url().endsWith('/api/pt/posts') && answer.request().method() === 'POST',
  );
  await author.page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  const { _id } = Post.parse(await (await published).json());
  const hers = author.page.getByRole('article').filter({ hasText: text });
  await expect(hers.getByRole('radio')).toHaveText(['Leeds', 'Derby']);

  // Another device without live events, so that it does not receive the vote.
  const other = await (await browser.newContext()).newPage();
  await other.route(/[/]api[/]events/, (route) => route.abort());
  await logIn(other, reader.fan);
  await expect(other).toHaveURL(/[/]home$/);
  let asked = 0;
  other.on('response', (answer) => {
    if (answer.url().endsWith(`/api/pt/posts/${_id}`)) asked += 1;
  });
  for (const page of [reader.page, other]) {
    await page.goto(`/p/${_id}`);
    await expect(pollOf(page).getByRole('radio')).toHaveText(['Leeds', 'Derby']);
  }

  // The second request comes once its live updates start, some seconds after the page has loaded.
  await expect.poll(() => asked).toBe(2);

  const poll = pollOf(reader.page);
  await reader.page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await poll.getByRole('radio', { name: 'Leeds' }).click();
  await expect(poll.getByRole('listitem')).toHaveText([/^Leeds.*100 %$/, /^Derby.*0 %$/]);
  await requireNoFault(reader.page);

  const votes = voters.map((voter, at) =>
    voter.post(`/api/pt/posts/${_id}/vote`, { option: at < 30 ? 0 : 1 }),
  );
  const statuses = (await Promise.all(votes)).map((answer) => answer.status);
  expect(statuses).toEqual(Array(VOTERS).fill(200));
  await expect(poll).toContainText('51 votes');
  await expect(poll.getByRole('listitem')).toHaveText([/^Leeds.*61 %$/, /^Derby.*39 %$/]);
  await expect(hers).toContainText('51 votes');
  expect(await reader.page.evaluate(() => 'sameDocument' in window)).toBe(true);

  await pollOf(other).getByRole('radio', { name: 'Derby' }).click();
  await expect(pollOf(other).getByRole('alert')).toHaveText('You have voted');
  await expect(pollOf(other).getByRole('listitem')).toHaveText([
    /^Leeds.*Your vote.*61 %$/,
    /39 %$/,
  ]);
  expect(said).toEqual([[], []]);
});
