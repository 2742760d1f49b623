import { expect } from '@playwright/test';

import { aFanAtHome, aNewcomerAtHome } from './support/fans.js';
import { test } from './support/test.js';

test('a newcomer registers, logs in and posts, and another fan sees it', async ({ browser }) => {
  const alice = await aNewcomerAtHome(browser);
  const bob = await aFanAtHome(browser);
  const text = `Ninety-third minute. No voice left. ⚽ ${Date.now()}`;

  await alice.page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await alice.page.getByRole('button', { name: 'Post Your Content' }).click();
  await alice.page.getByRole('textbox').fill(text);
  await alice.page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();

  await expect(alice.page.getByRole('article').first()).toContainText(text);
  expect(await alice.page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await bob.page.reload();
  const first = bob.page.getByRole('article').filter({ hasText: text });
  await expect(first).toBeVisible();
  await expect(first).toContainText(alice.fan.username);
});
