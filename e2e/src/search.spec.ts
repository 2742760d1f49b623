import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

import { ApiFan } from './support/api-fans.js';
import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault, requireNoOverflow } from './support/faults.js';
import { test } from './support/test.js';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const found = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('option');
const articles = (page: Page) => page.getByRole('main').getByRole('article');

/** Waits until the page has moved the focus to its heading, which would close the search. */
const arrived = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeFocused();

/** Returns the loaded home of a new fan. */
async function aFanOnHome(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const { page } = await aFanAtHome(browser, options);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** A word that no other post contains. */
const aRareWord = () => `kop${Math.random().toString(36).slice(2, 10)}`;

test('the search of the top bar opens a team, a league and a post', async ({ browser }) => {
  const word = aRareWord();
  const text = `Nobody sings like the ${word}`;
  const postId = await (await ApiFan.register()).publish(text);
  const page = await aFanOnHome(browser);
  const said = consoleOf(page);

  await box(page).fill('ars');
  await found(page, 'Teams').filter({ hasText: 'Arsenal' }).click();
  await expect(page).toHaveURL('/premier_league?team=Arsenal%20FC');
  await arrived(page);

  await box(page).fill('UCL');
  await found(page, 'Leagues').click();
  await expect(page).toHaveURL('/champions_league');
  await arrived(page);

  await box(page).fill(word.slice(0, -1));
  await expect(found(page, 'Posts')).toContainText(text);
  await requireNoFault(page);
  await found(page, 'Posts').click();
  await expect(page).toHaveURL(`/p/${postId}`);
  await expect(articles(page)).toContainText(text);
  expect(said).toEqual([]);
});

test('Enter opens all results, which an author and a phrase narrow', async ({ browser }) => {
  const word = aRareWord();
  const [ann, bob] = [await ApiFan.register(), await ApiFan.register()];
  await ann.publish(`Late winner for the ${word}`);
  await ann.publish(`The ${word} led late, then lost the winner`);
  await bob.publish(`Late winner, and the ${word} knew it`);
  const page = await aFanOnHome(browser);

  await box(page).fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(articles(page)).toHaveCount(3);
  await requireNoFault(page);

  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill(`from:"${ann.username}" ${word}`);
  await expect(articles(page)).toHaveCount(2);
  await field.fill(`"late winner" ${word}`);
  await expect(articles(page).filter({ hasText: ann.username })).toHaveCount(1);
  await expect(articles(page)).toHaveCount(2);
  await field.fill(`from:"${ann.username}" "late winner"`);
  await expect(articles(page)).toHaveText([new RegExp(`Late winner for the ${word}`)]);
  // The address contains the search, so a reload shows the same results.
  await page.reload();
  await expect(articles(page)).toHaveText([new RegExp(`Late winner for the ${word}`)]);
});

test('on a phone the search overlays the page and opens all results', async ({ browser }) => {
  const word = aRareWord();
  await (await ApiFan.register()).publish(`Rain on the ${word}`);
  const page = await aFanOnHome(browser, { viewport: { width: 390, height: 844 } });

  await page.getByRole('button', { name: 'Search' }).click();
  await box(page).fill(word);
  await expect(found(page, 'Posts')).toContainText(word);
  await requireNoFault(page);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(articles(page)).toContainText(word);
  await requireNoOverflow(page);
  // Back leads to the page under the search.
  await page.goBack();
  await expect(page).toHaveURL('/home');
});
