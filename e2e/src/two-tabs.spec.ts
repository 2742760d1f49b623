import { expect, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { aPicture } from './support/files.js';
import { test } from './support/test.js';

const box = (page: Page) => page.getByRole('textbox', { name: 'Your post' });
const write = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await box(page).fill(text);
};
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true }).click();

test('two tabs publish their own drafts without losing text', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const other = await page.context().newPage();
  await other.goto('/home');
  const [here, there] = [`Begun here ${Date.now()}`, `Begun there ${Date.now()}`];
  await write(page, here);
  await write(other, there);

  await page.reload();
  await expect(box(page)).toHaveValue(here);
  await post(page);
  await expect(page.getByRole('article').filter({ hasText: here })).toBeVisible();

  await other.reload();
  await expect(box(other)).toHaveValue(there);
  await post(other);
  await expect(other.getByRole('article').filter({ hasText: there })).toBeVisible();
  await expect(box(other)).toBeHidden();
});

test('the draft of a closed tab is restored in a new tab, not in a tab beside it', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const text = `Left behind ${Date.now()}`;
  await write(page, text);
  await page.getByLabel('Add image').setInputFiles(await aPicture(page));
  await expect(page.getByRole('img', { name: /Chosen image/ })).toBeVisible();

  // Also while its tab shows another page.
  await page.getByRole('link', { name: 'Explore Leagues' }).click();
  await expect(page).toHaveURL(/\/FL$/);
  const beside = await page.context().newPage();
  await beside.goto('/home');
  await write(beside, 'Something else');
  await page.goBack();
  await expect(box(page)).toHaveValue(text);
  await expect(page.getByRole('img', { name: /Chosen image/ })).toBeVisible();
  await beside.close();
  await page.close();

  // Both tabs are closed now; the later draft is restored first.
  const next = await beside.context().newPage();
  await next.goto('/home');
  await expect(box(next)).toHaveValue('Something else');
  await post(next);
  await expect(next.getByRole('article').filter({ hasText: 'Something else' })).toBeVisible();
  await next.reload();
  await expect(box(next)).toHaveValue(text);
  await expect(next.getByRole('img', { name: /Chosen image/ })).toHaveJSProperty('complete', true);
  await post(next);
  await expect(next.getByRole('article').filter({ hasText: text })).toBeVisible();
});

test('a like and its removal appear in the other tab', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const text = `Liked twice ${Date.now()}`;
  await write(page, text);
  await post(page);
  const other = await page.context().newPage();
  await other.goto('/home');
  const like = (tab: Page) =>
    tab
      .getByRole('article')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Like', exact: true });
  await expect(like(other)).toHaveAttribute('aria-pressed', 'false');
  // The live updates load after the page and have a place there once they run.
  await expect(other.locator('.ko-newposts')).toBeAttached();

  await like(page).click();
  await expect(like(other)).toHaveAttribute('aria-pressed', 'true');
  await like(page).click();

  await expect(like(other)).toHaveAttribute('aria-pressed', 'false');
});

test('a post being sent is shown after visiting another page and can be cancelled', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const text = `Called back ${Date.now()}`;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/pt/posts', async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue().catch(() => undefined);
  });
  await write(page, text);
  await page.getByLabel('Add image').setInputFiles(await aPicture(page));
  await post(page);
  await expect(page.getByRole('progressbar', { name: 'Sent' })).toBeVisible();

  await page.getByRole('link', { name: 'Explore Leagues' }).click();
  await expect(page).toHaveURL(/\/FL$/);
  await page.goBack();
  await expect(box(page)).toHaveValue(text);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await expect(page.getByRole('progressbar', { name: 'Sent' })).toHaveCount(0);
  await expect(box(page)).toHaveValue(text);
  await expect(page.getByRole('img', { name: /Chosen image/ })).toBeVisible();
  release();
  await post(page);
  await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  await expect(box(page)).toBeHidden();
});

test('a follow, a new favourite player and a theme appear in the other tab', async ({
  browser,
}) => {
  const { fan: friend } = await aFanAtHome(browser);
  const { page } = await aFanAtHome(browser);
  const other = await page.context().newPage();
  await other.goto('/home');
  await expect(other.getByText('No friends yet')).toBeVisible();

  await page.goto(`/user/${encodeURIComponent(friend.username)}`);
  await page.getByRole('button', { name: `Follow ${friend.username}` }).click();
  const friends = other.getByRole('region', { name: 'Connected Friends' });
  await expect(friends.getByRole('link', { name: friend.username, exact: true })).toBeVisible();

  await page.goto('/home');
  await page.getByRole('button', { name: 'Update Your Information' }).click();
  await page.getByLabel('Favorite team').fill('FC Anywhere');
  await page.getByLabel('Favorite player').fill('Ada Hegerberg');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(other.getByText('Ada Hegerberg')).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});
