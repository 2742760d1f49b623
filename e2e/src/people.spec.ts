import { type Browser, expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { requireNoFault, requireNoOverflow } from './support/faults.js';
import { publish } from './support/posts.js';
import { test } from './support/test.js';

type FanAtHome = Awaited<ReturnType<typeof aFanAtHome>>;

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const found = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Fans' }).getByRole('option', { name });
const feed = (page: Page) => page.getByRole('region', { name: 'Posts' });

async function chooseTeam(page: Page, team: string): Promise<void> {
  await page.getByRole('button', { name: 'Update Your Information' }).click();
  await page.getByLabel('Favorite team').fill(team);
  await page.getByLabel('Favorite player').fill('Somebody');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
}

async function twoFans(browser: Browser): Promise<[FanAtHome, FanAtHome]> {
  return [await aFanAtHome(browser), await aFanAtHome(browser)];
}

test('a fan finds another by keyboard only', async ({ browser }) => {
  const [alice, bob] = await twoFans(browser);
  const { page } = alice;
  await page.reload();
  await expect(box(page)).toBeVisible();

  // The skip link, the logo and the navigation precede the search.
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count();
  for (let step = 0; step < 3 + links; step += 1) await page.keyboard.press('Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(bob.fan.username.slice(0, -1));
  // The results of a shorter text may list others first.
  await expect(page.getByRole('group', { name: 'Fans' }).getByRole('option')).toHaveCount(1);
  await expect(found(page, bob.fan.username)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(`/profile/${encodeURIComponent(bob.fan.username)}`);
  await expect(page.getByRole('heading', { level: 1, name: bob.fan.username })).toBeVisible();
});

test('on a phone the search overlays the page and opens a fan', async ({ browser }) => {
  const [alice, bob] = await twoFans(browser);
  await alice.page.setViewportSize({ width: 390, height: 844 });

  await alice.page.getByRole('button', { name: 'Search' }).click();
  await box(alice.page).fill(bob.fan.username);
  await found(alice.page, bob.fan.username).click();

  await expect(alice.page.getByRole('dialog')).toHaveCount(0);
  await expect(alice.page.getByRole('heading', { level: 1 })).toHaveText(bob.fan.username);
});

test('following a suggestion adds that fan to the friends without a reload', async ({
  browser,
}) => {
  const [alice, bob] = await twoFans(browser);
  const team = `Harbour ${bob.fan.username}`;
  await chooseTeam(bob.page, team);
  const { page } = alice;
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await chooseTeam(page, team);
  const suggestions = page.getByRole('region', { name: 'Friends suggestions' });
  await expect(suggestions.getByText('Same team')).toBeVisible();

  await suggestions.getByRole('button', { name: `Follow ${bob.fan.username}` }).click();

  await expect(suggestions.getByRole('link', { name: bob.fan.username })).toHaveCount(0);
  const dashboard = page.getByRole('complementary', { name: 'Your dashboard' });
  await expect(dashboard.getByRole('link', { name: bob.fan.username })).toBeVisible();
  await expect(dashboard.getByText('1', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test("following a suggestion adds that fan's posts to the Following feed", async ({ browser }) => {
  const [alice, bob] = await twoFans(browser);
  const team = `Rovers ${bob.fan.username}`;
  const text = `From the away end ${Date.now()}`;
  await chooseTeam(bob.page, team);
  await publish(bob.page, text);
  const { page } = alice;
  await chooseTeam(page, team);
  const feeds = page.getByRole('group', { name: 'Whose posts' });
  await feeds.getByRole('button', { name: 'Following' }).click();
  await expect(page.getByText('No posts by the fans you follow yet.')).toBeVisible();

  await page
    .getByRole('region', { name: 'Friends suggestions' })
    .getByRole('button', { name: `Follow ${bob.fan.username}` })
    .click();

  await expect(feed(page).getByRole('article')).toHaveCount(1);
  await expect(feed(page).getByText(text)).toBeVisible();
});

test('a blocked fan is hidden on both sides until unblocked', async ({ browser }) => {
  const [alice, bob] = await twoFans(browser);
  const text = `Loud at the back ${Date.now()}`;
  await publish(bob.page, text);
  const { page } = alice;
  await page.reload();
  await expect(feed(page).getByText(text)).toBeVisible();

  await box(page).fill(bob.fan.username);
  await found(page, bob.fan.username).click();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(answer.url());
  });
  await page.getByRole('button', { name: `More about ${bob.fan.username}` }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Neither of you will see the other');
  await question.getByRole('button', { name: 'Block' }).click();

  await expect(page.getByText(`You have blocked ${bob.fan.username}`)).toBeVisible();
  await page.getByRole('link', { name: 'KickOff, home' }).click();
  await expect(feed(page).getByRole('article').first()).toBeVisible();
  await expect(feed(page).getByText(text)).toHaveCount(0);
  await box(page).fill(bob.fan.username);
  await expect(page.getByText('Nothing found').first()).toBeVisible();
  await bob.page.goto(`/user/${encodeURIComponent(alice.fan.username)}`);
  await expect(bob.page.getByText('This profile is not available')).toBeVisible();
  // The profile is known to be unavailable, so it must not be requested again.
  expect(refused).toEqual([]);

  await page.goto(`/user/${encodeURIComponent(bob.fan.username)}`);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('button', { name: `Follow ${bob.fan.username}` })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
});

test('a block from the menu of a post moves the focus to the feed', async ({ browser }) => {
  const [{ page }, bob] = await twoFans(browser);
  const text = `Off the line ${Date.now()}`;
  await publish(bob.page, text);
  await page.reload();
  const post = feed(page).getByRole('article').filter({ hasText: text });

  await post.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();

  await expect(post).toHaveCount(0);
  await expect(feed(page)).toBeFocused();
});

test("axe finds no violation on another fan's page at 360 px and at 200 % zoom", async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  const said = consoleOf(page);

  // A page at 200 % zoom has half the width.
  for (const width of [640, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/user/${encodeURIComponent('Sam Okafor')}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'More about Sam Okafor' }).click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused();

    await requireNoFault(page);
    await requireNoOverflow(page);
  }
  expect(said).toEqual([]);
});
