import { expect, type Page } from '@playwright/test';

import { anAdminAt } from './support/admins.js';
import { aFanAtHome, logIn } from './support/fans.js';
import { aPicture } from './support/files.js';
import { chooseInMenu, publish } from './support/posts.js';
import { test } from './support/test.js';

async function report(page: Page, text: string, reason: string): Promise<void> {
  await page.reload();
  const post = page.getByRole('article').filter({ hasText: text });
  await chooseInMenu(post, 'Report');
  await page.getByRole('textbox', { name: 'Why are you reporting this?' }).fill(reason);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. Our admins will look at it.')).toBeVisible();
}

test('a reported spammer is suspended and restored after an appeal', async ({ browser }) => {
  const spammer = await aFanAtHome(browser);
  const reader = await aFanAtHome(browser);
  const { username, email } = spammer.fan;
  await publish(spammer.page, `Cheap tickets of ${username}`);
  await report(reader.page, `Cheap tickets of ${username}`, 'This is touting');

  const admin = await anAdminAt(browser, '/reports');
  const theCase = admin.getByRole('article').filter({ hasText: `Post by ${username}` });
  await expect(theCase).toContainText('This is touting');
  await expect(theCase).toContainText(`Cheap tickets of ${username}`);
  await theCase.getByRole('button', { name: 'Assign to me' }).click();
  await expect(theCase).toContainText('Assigned to');
  await theCase.getByRole('button', { name: 'Suspend' }).click();
  await admin.getByRole('textbox', { name: /^Reason/ }).fill('Ticket touting');
  await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(theCase).toBeHidden();

  await spammer.page.goto('/profile');
  await expect(spammer.page).toHaveURL(/user-login/);
  await logIn(spammer.page, spammer.fan);
  await expect(spammer.page.getByText('This account is suspended')).toBeVisible();
  await expect(spammer.page.getByText('Ticket touting')).toBeVisible();

  await admin.getByRole('link', { name: 'View Users' }).click();
  await admin.getByRole('searchbox', { name: 'Search users' }).fill(email);
  await admin.getByRole('button', { name: 'Search' }).click();
  await expect(admin.getByRole('row', { name: RegExp(username) })).toContainText('Suspended');

  await spammer.page.getByRole('textbox', { name: 'Your appeal' }).fill('I will not do it again');
  await spammer.page.getByRole('button', { name: 'Send appeal' }).click();
  await expect(spammer.page.getByText(/Your appeal is with the admins/)).toBeVisible();
  await admin.getByRole('link', { name: 'Reports' }).click();
  const theAppeal = admin.getByRole('article', { name: `Appeal of ${username}` });
  await expect(theAppeal).toContainText('I will not do it again');
  await theAppeal.getByRole('button', { name: 'Restore' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(theAppeal).toBeHidden();

  await spammer.page.reload();
  await logIn(spammer.page, spammer.fan);
  await expect(spammer.page).toHaveURL(/\/(home|profile)$/);
});

test('admins see a reported picture after its author has deleted the post', async ({ browser }) => {
  const author = await aFanAtHome(browser);
  const reader = await aFanAtHome(browser);
  const text = `Gone in a minute ${Date.now()}`;
  await publish(author.page, text, { image: await aPicture(author.page) });
  await report(reader.page, text, 'Not a picture of football');
  const post = author.page.getByRole('article').filter({ hasText: text });
  // The deletion is sent after its undo period.
  const deleted = author.page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/posts/'),
  );
  await chooseInMenu(post, 'Delete');
  expect((await deleted).status()).toBe(200);

  const admin = await anAdminAt(browser, '/reports');
  const theCase = admin.getByRole('article').filter({ hasText: text });
  const picture = theCase.getByRole('img', { name: `Picture of ${author.fan.username}` });
  // The file is deleted after the response.
  await expect(async () => {
    await admin.reload();
    await expect(picture).toHaveAttribute('src', /^blob:/, { timeout: 3_000 });
  }).toPass();
  await expect(picture).toHaveJSProperty('naturalWidth', 540);
  await theCase.getByRole('button', { name: 'Dismiss' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(theCase).toBeHidden();
});

test('a post removed by an admin is hidden from fans and restored with its likes', async ({
  browser,
}) => {
  const author = await aFanAtHome(browser);
  const reader = await aFanAtHome(browser);
  const text = `Offside for ever ${Date.now()}`;
  await publish(author.page, text);
  await reader.page.reload();
  const post = reader.page.getByRole('article').filter({ hasText: text });
  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(post.getByText('1 like')).toBeVisible();

  const admin = await anAdminAt(browser, '/post');
  await admin.getByRole('searchbox', { name: 'Search posts' }).fill(text);
  await admin.keyboard.press('Enter');
  const line = admin.getByRole('row').filter({ hasText: text });
  await line.getByRole('button', { name: /^Remove/ }).click();
  await admin.getByRole('textbox', { name: /^Reason/ }).fill('Not about football');
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('No posts match')).toBeVisible();
  await reader.page.reload();
  await expect(reader.page.getByRole('article').first()).toBeVisible();
  await expect(post).toHaveCount(0);

  await admin.getByRole('button', { name: /^Filter/ }).click();
  await admin.getByRole('combobox', { name: 'Removed' }).selectOption({ index: 1 });
  await admin.getByRole('button', { name: 'Apply' }).click();
  await expect(line).toContainText('Not about football');
  await line.getByRole('button', { name: /^Restore/ }).click();
  await expect(admin.getByText('No posts match')).toBeVisible();

  await reader.page.reload();
  await expect(post.getByText('1 like')).toBeVisible();
});
