import { type Browser, expect, type Locator, type Page } from '@playwright/test';

import { aFanAtHome, logIn } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { aPicture } from './support/files.js';
import { withManyPosts } from './support/many-posts.js';
import { chooseInMenu, comment, publish } from './support/posts.js';
import { aRoughLineTo } from './support/rough-line.js';
import { test } from './support/test.js';

type FanAtHome = Awaited<ReturnType<typeof aFanAtHome>>;

const isStream = (url: string) => url.includes('/api/events');

/** Opens an address and waits until the page is connected and has refetched missed events. */
async function listening(page: Page, address = '/home'): Promise<void> {
  const stream = page.waitForResponse((response) => isStream(response.url()));
  await page.goto(address);
  await stream;
  await expect(bell(page)).toBeVisible();
}

async function twoFans(browser: Browser): Promise<[FanAtHome, FanAtHome]> {
  const fans: [FanAtHome, FanAtHome] = [await aFanAtHome(browser), await aFanAtHome(browser)];
  for (const { page } of fans) await listening(page);
  return fans;
}

/** The bell, once its code with the live connection has loaded. */
const bell = (page: Page) =>
  page.getByRole('button', { name: /^Notifications/ }).and(page.locator('[aria-haspopup=dialog]'));
const articles = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const pill = (page: Page) => page.getByRole('button', { name: /new posts?$/ });

/** Other fans post in parallel, so this checks for lost and duplicated posts, not for the count. */
async function showNewPost(page: Page, text: string): Promise<void> {
  await expect(async () => {
    if ((await articles(page, text).count()) === 0) await pill(page).click({ timeout: 2_000 });
    await expect(articles(page, text)).toHaveCount(1);
  }).toPass({ timeout: 20_000 });
}

/** A post of the first fan that the second one's screen shows. */
async function sharedPost(ann: FanAtHome, bob: FanAtHome): Promise<[Locator, Locator]> {
  const text = `Seen by both ${Date.now()}`;
  const hers = await publish(ann.page, text);
  await showNewPost(bob.page, text);
  return [hers, articles(bob.page, text)];
}

test('a new post is offered and shown on request', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  const text = `Kick-off ${Date.now()}`;

  await publish(ann.page, text);

  await expect(pill(bob.page)).toBeVisible();
  await expect(articles(bob.page, text)).toHaveCount(0);
  await showNewPost(bob.page, text);
  // A fan's own new post is not offered.
  await expect(articles(ann.page, text)).toHaveCount(1);
});

test("likes, comments, edits and deletions update another fan's screen in place", async ({
  browser,
}) => {
  const [ann, bob] = await twoFans(browser);
  const [hers, his] = await sharedPost(ann, bob);

  await his.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(hers.getByRole('button', { name: '1 like' })).toBeVisible();

  await comment(his, 'What a strike');
  await expect(hers.getByText('What a strike')).toBeVisible();
  await expect(his.getByText('What a strike')).toHaveCount(1);

  await chooseInMenu(hers, 'Edit');
  const words = ann.page.getByRole('textbox', { name: 'Text of your post' });
  await words.fill(`${await words.inputValue()} (offside)`);
  await ann.page.getByRole('button', { name: 'Save' }).click();
  await expect(his).toContainText('(offside)');

  await chooseInMenu(hers, 'Delete');
  // The deletion is sent after its undo period.
  await expect(his).toHaveCount(0, { timeout: 15_000 });
});

test('the post being read does not move when another fan posts', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  await withManyPosts(bob.page, 60);
  await listening(bob.page);
  await expect(bob.page.getByRole('article').first()).toBeVisible();
  await bob.page.mouse.wheel(0, 2_500);
  const read = bob.page.getByRole('article').nth(6);
  await expect(read).toBeVisible();
  const text = /Post \d+[.]/.exec((await read.textContent()) ?? '')?.[0] ?? '';
  const there = articles(bob.page, text);
  const before = (await there.boundingBox())?.y ?? 0;

  await publish(ann.page, `Above all ${Date.now()}`);
  await expect(pill(bob.page)).toBeVisible();

  const after = (await there.boundingBox())?.y ?? Infinity;
  expect(Math.abs(after - before)).toBeLessThanOrEqual(8);
});

test('the bell counts notifications, lists them and marks them as read', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  const [, his] = await sharedPost(ann, bob);

  await his.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications, 1 new');
  await expect(ann.page).toHaveTitle(/^\(1\) /);
  await comment(his, 'Again!');
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications, 2 new');

  await bell(ann.page).click();
  const list = ann.page.getByRole('dialog', { name: 'Notifications' });
  await expect(
    list.getByRole('link', { name: `${bob.fan.username} liked your post` }),
  ).toBeVisible();
  await expect(list).toContainText(`${bob.fan.username} commented on your post`);
  await requireNoFault(ann.page);
  await ann.page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(bell(ann.page)).toBeFocused();
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications');
  await expect(ann.page).toHaveTitle(/^Home/);
});

test('a disabled kind of notifications is not counted', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  const [, his] = await sharedPost(ann, bob);
  await ann.page.goto('/settings');
  const saved = ann.page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'));
  await ann.page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('checkbox', { name: 'Likes of my posts' })
    .click();
  expect((await saved).status()).toBe(200);
  await expect(bell(ann.page)).toBeVisible();

  await his.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(his.getByRole('button', { name: '1 like' })).toBeVisible();
  await comment(his, 'Again!');

  // The like came first and would be the second notification.
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications, 1 new');
  await bell(ann.page).click();
  const list = ann.page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toContainText(`${bob.fan.username} commented on your post`);
  await expect(list).not.toContainText('liked');
});

test('the notifications page shows all and marks them as read', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  await bob.page.goto(`/user/${encodeURIComponent(ann.fan.username)}`);
  await bob.page.getByRole('button', { name: /^Follow/ }).click();
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications, 1 new');

  await ann.page.goto('/notifications');
  const link = ann.page.getByRole('link', { name: `${bob.fan.username} started to follow you` });
  await expect(link).toBeVisible();
  await requireNoFault(ann.page);
  await ann.page.reload();
  await expect(bell(ann.page)).toHaveAccessibleName('Notifications');
  await link.click();
  await expect(ann.page.getByRole('heading', { level: 1 })).toHaveText(bob.fan.username);
});

test("a friend's story appears in the strip and at the bell without a reload", async ({
  browser,
}) => {
  const [ann, bob] = await twoFans(browser);
  await bob.page.goto(`/user/${encodeURIComponent(ann.fan.username)}`);
  await bob.page.getByRole('button', { name: /^Follow/ }).click();
  await expect(bob.page.getByRole('button', { name: /^Following/ }).first()).toBeVisible();
  await listening(bob.page);

  await ann.page.getByLabel('Add story').setInputFiles(await aPicture(ann.page));
  const form = ann.page.getByRole('dialog', { name: 'Add story' });
  await form.getByRole('button', { name: 'Add story' }).click();
  await expect(form).toBeHidden();

  await expect(bell(bob.page)).toHaveAccessibleName('Notifications, 1 new');
  const ring = bob.page.getByRole('button', { name: `Story by ${ann.fan.username}`, exact: true });
  await expect(ring).toBeVisible();
});

test('a fan blocked by the author receives no event of a new post', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  const cat = await aFanAtHome(browser);
  await ann.page.goto(`/user/${encodeURIComponent(bob.fan.username)}`);
  await ann.page.getByRole('button', { name: /^More about/ }).click();
  await ann.page.getByRole('menuitem', { name: /Block/ }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await ann.page.goto('/home');

  const hidden = `Not for all ${Date.now()}`;
  const open = `For everyone ${Date.now()}`;
  await publish(ann.page, hidden);
  await publish(cat.page, open);

  await showNewPost(bob.page, open);
  await expect(articles(bob.page, hidden)).toHaveCount(0);
});

test('a logout on another device ends the session here', async ({ browser }) => {
  const ann = await aFanAtHome(browser);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, ann.fan);
  await expect(other).toHaveURL(/\/home$/);
  await listening(other);
  await listening(ann.page, '/settings');

  const sessions = ann.page.getByRole('region', { name: 'Sessions' });
  await sessions
    .getByRole('button', { name: /^(End|Log out)/ })
    .first()
    .click();

  await expect(other).toHaveURL(/\/user-login/);
});

test('one tab holds the stream for all tabs and another tab takes over', async ({ browser }) => {
  const [ann, bob] = await twoFans(browser);
  const second = await bob.page.context().newPage();
  const streams: string[] = [];
  second.on('request', (request) => {
    if (isStream(request.url())) streams.push(request.url());
  });
  await second.goto('/home');
  await expect(bell(second)).toBeVisible();

  const both = `To both tabs ${Date.now()}`;
  await publish(ann.page, both);
  await expect(pill(bob.page)).toBeVisible();
  await expect(pill(second)).toBeVisible();
  expect(streams).toEqual([]);

  await bob.page.close();
  await expect.poll(() => streams.length).toBe(1);
  // It resumes at the other one's position.
  expect(streams[0]).toContain('lastEventId=');
  await pill(second).click();
  await expect(articles(second, both)).toHaveCount(1);
  const left = `To the tab that is left ${Date.now()}`;
  await publish(ann.page, left);
  await showNewPost(second, left);
});

test('an interrupted, fragmented or slow connection loses no posts and shows a notice when closed', async ({
  browser,
  baseURL,
}) => {
  const line = await aRoughLineTo(Number(new URL(baseURL ?? '').port));
  const ann = await aFanAtHome(browser);
  const bob = await aFanAtHome(browser, { baseURL: `http://localhost:${line.port}` });
  await listening(bob.page);

  line.cut();
  const cut = `While cut ${Date.now()}`;
  await publish(ann.page, cut);
  await showNewPost(bob.page, cut);

  line.halve();
  const halved = `In halves ${Date.now()}`;
  await publish(ann.page, halved);
  await showNewPost(bob.page, halved);

  line.delay(300);
  const delayed = `With delay ${Date.now()}`;
  await publish(ann.page, delayed);
  await showNewPost(bob.page, delayed);

  await line.close();
  await expect(bob.page.getByText('Reconnecting...')).toBeVisible();
});
