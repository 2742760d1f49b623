import { type Browser, expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { chooseInMenu, publish } from './support/posts.js';
import { test } from './support/test.js';

const articles = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** A fan with a post whose word no other post contains, and a fan who reads it. */
async function aPostAndItsReader(browser: Browser) {
  const author = await aFanAtHome(browser);
  const word = `terrace${Date.now()}`;
  await publish(author.page, `Back on the ${word} at last`);
  const reader = await aFanAtHome(browser);
  const said = consoleOf(reader.page);
  await expect(articles(reader.page, word)).toBeVisible();
  return { author, reader, word, said };
}

test('a saved post is listed until it is removed', async ({ browser }) => {
  const { reader, word, said } = await aPostAndItsReader(browser);
  const { page } = reader;

  await chooseInMenu(articles(page, word), 'Save');
  await page.goto('/saved');

  await expect(articles(page, word)).toBeVisible();
  await requireNoFault(page);
  await chooseInMenu(articles(page, word), 'Remove from saved');
  await page.reload();
  await expect(page.getByText('Nothing saved yet.')).toBeVisible();
  expect(said).toEqual([]);
});

test('a quote shows the quoted post and notifies its author with a link', async ({ browser }) => {
  const { author, reader, word, said } = await aPostAndItsReader(browser);
  const answer = `Save me a seat ${Date.now()}`;

  await chooseInMenu(articles(reader.page, word), 'Quote');
  const text = reader.page.getByRole('textbox', { name: 'Your post' });
  await expect(text).toBeFocused();
  await text.fill(answer);
  await reader.page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  const name = `Quoted post of ${author.fan.username}`;
  await expect(articles(reader.page, answer).getByRole('group', { name })).toContainText(word);
  await requireNoFault(reader.page);

  await author.page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  const list = author.page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toContainText(answer);
  await list.getByRole('link', { name: `${reader.fan.username} quoted your post` }).click();
  await expect(author.page).toHaveURL(/[/]p[/][0-9a-f]{24}$/);
  await expect(author.page.getByRole('article')).toContainText(answer);
  expect(said).toEqual([]);
});

test('a muted word hides posts, and the page of such a post asks before showing it', async ({
  browser,
}) => {
  const { author, reader, word, said } = await aPostAndItsReader(browser);
  const { page } = reader;
  const postId = await articles(page, word).locator('a[href^="/p/"]').first().getAttribute('href');

  await page.goto('/settings');
  const form = page.getByRole('form', { name: 'Mute a word' });
  await form.getByLabel('Word or phrase').fill(word.toUpperCase());
  await form.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByText(`You muted ‘${word.toUpperCase()}’`)).toBeVisible();
  await page.getByRole('link', { name: 'KickOff, home' }).click();

  await publish(author.page, `Everyone read this, ${author.fan.username}`);
  await page.reload();
  await expect(articles(page, `Everyone read this, ${author.fan.username}`)).toBeVisible();
  await expect(articles(page, word)).toHaveCount(0);

  await page.goto(postId ?? '');
  await expect(page.getByText('Hidden by a word you muted')).toBeVisible();
  await requireNoFault(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(articles(page, word)).toBeVisible();
  expect(said).toEqual([]);
});
