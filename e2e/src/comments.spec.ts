import { expect, type Locator } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { requireNoFault, requireNoOverflow } from './support/faults.js';
import { comment, publish } from './support/posts.js';
import { test } from './support/test.js';

test('a like is counted and its fan is listed in the popup', async ({ browser }) => {
  const alice = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser);
  const text = `Worth a like ${Date.now()}`;
  const hers = await publish(alice.page, text);
  await bob.page.reload();
  const his = bob.page.getByRole('article').filter({ hasText: text });

  await his.getByRole('button', { name: '0 likes' }).click();
  await expect(his.getByRole('dialog', { name: 'Liked by' })).toContainText('No likes yet');
  await bob.page.keyboard.press('Escape');
  await his.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(his.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await alice.page.reload();
  await hers.getByRole('button', { name: '1 like', exact: true }).click();
  const popup = hers.getByRole('dialog', { name: 'Liked by' });
  await expect(popup.getByRole('link', { name: bob.fan.username })).toBeVisible();
  await requireNoFault(alice.page);
  await alice.page.getByRole('heading', { name: 'Latest' }).click();
  await expect(popup).toBeHidden();
});

test('a fan expands, writes and deletes comments of a post', async ({ browser }) => {
  const { page, fan } = await aFanAtHome(browser);
  const other = await publish(page, `Another post ${Date.now()}`);
  const post = await publish(page, `Talk to me ${Date.now()}`);
  for (const text of ['One', 'Two', 'Three']) await comment(post, text);
  await page.reload();

  const lines = post.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await post.getByRole('button', { name: 'Show all 3 comments' }).click();
  await expect(lines).toHaveCount(3);
  await expect(lines.last()).toContainText(`${fan.username} Three`);
  await post.getByRole('button', { name: 'Hide comments' }).click();
  await expect(lines).toHaveCount(2);

  await other.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(other.getByRole('textbox')).toBeFocused();
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveCount(1);
  const box = post.getByRole('textbox', { name: 'Write a comment' });
  await expect(box).toBeFocused();
  await page.keyboard.type('What a save!');
  await page.keyboard.press('ArrowLeft');
  await post.getByRole('button', { name: 'Emoji' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused();
  await requireNoFault(page);
  await page.keyboard.type('gloves');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('What a save🧤!');
  await expect(box).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(lines.last()).toContainText('What a save🧤!');
  await expect(box).toBeHidden();

  await lines.first().getByRole('button', { name: 'Comment options' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(lines.first()).toContainText('Two');
  await page.reload();
  await expect(lines.first()).toContainText('Two');
});

test('an unsent comment is restored after a reload', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const post = await publish(page, `Unfinished ${Date.now()}`);
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await post.getByRole('textbox', { name: 'Write a comment' }).fill('Half a tho');

  await page.reload();
  await post.getByRole('button', { name: 'Comment', exact: true }).click();

  await expect(post.getByRole('textbox')).toHaveValue('Half a tho');
});

test('the emoji picker, popup and menu fit a phone of 360 px', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await page.setViewportSize({ width: 360, height: 740 });
  const post = await publish(page, `Small screen ${Date.now()}`);
  const requireOnScreen = async (popup: Locator) => {
    await expect(popup).toBeVisible();
    const bounds = await popup.boundingBox();
    expect(bounds?.x).toBeGreaterThanOrEqual(0);
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(360);
    // Neither the page's bars nor a dialog's edge cover it.
    expect(bounds?.y).toBeGreaterThanOrEqual(0);
    const tabBar = await page.locator('.ko-tabbar').boundingBox();
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(tabBar?.y ?? 0);
    await requireNoOverflow(page);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };

  await post.getByRole('button', { name: 'Post options' }).click();
  await requireOnScreen(page.getByRole('menu'));
  await post.getByRole('button', { name: '0 likes' }).click();
  await requireOnScreen(page.getByRole('dialog', { name: 'Liked by' }));
  await post.getByRole('button', { name: 'Comment', exact: true }).click();
  await post.getByRole('button', { name: 'Emoji' }).click();
  await requireOnScreen(page.getByRole('dialog', { name: 'Emoji' }));
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await page.locator('.ko-compose').getByRole('button', { name: 'Emoji' }).click();
  await requireOnScreen(page.getByRole('dialog', { name: 'Emoji' }));
});
