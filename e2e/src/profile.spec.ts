import { expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { publish } from './support/posts.js';
import { test } from './support/test.js';

/** A landscape picture of two halves. */
async function aPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#ff0000';
      context.fillRect(0, 0, 400, 400);
      context.fillStyle = '#0000ff';
      context.fillRect(400, 0, 400, 400);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

test('a changed name and picture appear everywhere without a reload', async ({ browser }) => {
  const { page, fan } = await aFanAtHome(browser);
  const said = consoleOf(page);
  const name = `${fan.username} x`;
  await publish(page, 'Mine, before the change');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await page.getByRole('button', { name: 'Update Your Information' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Favorite team').fill('Arsenal');
  await page.getByLabel('Favorite player').fill('Bukayo Saka');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await aPicture(page) };
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles(file);
  const across = page.getByRole('slider', { name: 'Left or right' });
  await across.focus();
  await page.keyboard.press('End');
  await requireNoFault(page);
  await page.getByRole('button', { name: 'Update', exact: true }).click();

  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(name);
  const picture = page.getByRole('button', { name: 'Show profile picture' }).locator('img');
  await expect(picture).toHaveAttribute('src', /profile_pictures/);
  const post = page.getByRole('article').filter({ hasText: 'Mine, before the change' });
  await expect(post).toContainText(name);
  await expect(post.locator('img').first()).toHaveAttribute(
    'src',
    (await picture.getAttribute('src')) ?? '',
  );
  const team = page.getByRole('link', { name: 'Arsenal', exact: true });
  await expect(team).toHaveAttribute('href', '/premier_league');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  // The right half was selected.
  const [red = 255, , blue = 0] = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return Array.from(context?.getImageData(0, 0, 1, 1).data ?? []);
  });
  expect(red).toBeLessThan(60);
  expect(blue).toBeGreaterThan(180);
  expect(said).toEqual([]);
});

test('a taken username shows an error in the form and preserves the typed text', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  await page.getByRole('button', { name: 'Update Your Information' }).click();
  await page.getByLabel('Username').fill('Sam Okafor');
  await page.getByLabel('Favorite team').fill('Harbour Rovers');
  await page.getByLabel('Favorite player').fill('Somebody');

  await page.getByRole('button', { name: 'Update', exact: true }).click();

  const form = page.getByRole('form', { name: 'Your information' });
  await expect(form.getByRole('alert')).toHaveText('Username already taken');
  await expect(page.getByLabel('Username')).toHaveValue('Sam Okafor');
  await expect(page.getByLabel('Favorite team')).toHaveValue('Harbour Rovers');
});

test('a fan likes and deletes an own post on the profile page', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const text = `Not for long ${Date.now()}`;
  const post = await publish(page, text);
  await page.getByRole('link', { name: 'Profile' }).first().click();

  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(post.getByRole('button', { name: '1 like' })).toBeVisible();
  await post.getByRole('button', { name: 'Delete Post' }).click();
  await post.getByRole('button', { name: 'Undo' }).click();
  await post.getByRole('button', { name: 'Delete Post' }).click();

  await expect(post).toHaveCount(0, { timeout: 15_000 });
});

test('a fan follows a friend on their page and unfollows them on the profile page', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  await page.goto(`/user/${encodeURIComponent('Sam Okafor')}`);
  await page.getByRole('button', { name: 'Follow Sam Okafor' }).click();
  await expect(page.getByRole('button', { name: 'Following Sam Okafor, unfollow' })).toBeVisible();

  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  const friends = page.getByRole('complementary', { name: 'Connected Friends' });
  await expect(friends.getByRole('link', { name: 'Sam Okafor' })).toBeVisible();
  const sheet = page.getByRole('region', { name: 'Profile' });
  await expect(sheet.getByText('Friends', { exact: true }).locator('xpath=../dd')).toHaveText('1');

  await friends.getByRole('button', { name: 'Unfollow Sam Okafor' }).click();

  await expect(friends.getByText('No friends yet')).toBeVisible();
  await expect(sheet.getByText('Friends', { exact: true }).locator('xpath=../dd')).toHaveText('0');
});
