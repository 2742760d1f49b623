import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome, aNewcomer, logIn, register } from './support/fans.js';
import { requireNoFault, requireNoOverflow } from './support/faults.js';
import { aPicture } from './support/files.js';
import { test } from './support/test.js';

/** Counts the unsent drafts and files on this device, of all fans. */
const unsentOn = (page: Page) =>
  page.evaluate(async () => {
    const files = await new Promise<number>((resolve) => {
      const request = indexedDB.open('kickoff-drafts');
      request.onsuccess = () => {
        const database = request.result;
        const count = database.transaction('files').objectStore('files').count();
        count.onsuccess = () => {
          database.close();
          resolve(count.result);
        };
      };
    });
    const texts = Object.keys(localStorage).filter((key) => key.startsWith('kickoff:draft:'));
    return { texts: texts.length, files };
  });

test('a changed password ends all other sessions', async ({ browser }) => {
  const { page, fan } = await aFanAtHome(browser);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, fan);
  await expect(other).toHaveURL(/\/home$/);
  await page.goto('/settings');

  await page.getByLabel('Current password', { exact: true }).fill('not-my-password');
  await page.getByLabel('New password', { exact: true }).fill('terrace-song-7');
  await page.getByLabel('Confirm new password', { exact: true }).fill('terrace-song-7');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('The current password is wrong');
  await page.getByLabel('Current password', { exact: true }).fill(fan.password);
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/user-login/);
  await logIn(other, { email: fan.email, password: 'terrace-song-7' });
  await expect(other).toHaveURL(/\/settings$|\/home$/);
});

test('a session is ended from another device', async ({ browser }) => {
  const { page, fan } = await aFanAtHome(browser);
  const other = await (await browser.newContext()).newPage();
  await logIn(other, fan);
  await expect(other).toHaveURL(/\/home$/);
  await page.goto('/settings');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByText('This device')).toBeVisible();

  await sessions.getByRole('button', { name: /^End the session/ }).click();

  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/user-login/);
});

test('a chosen theme applies immediately and before scripts on the next load', async ({
  browser,
}) => {
  const { page } = await aFanAtHome(browser);
  await page.goto('/settings');
  const appliedTheme = () => page.evaluate(() => document.documentElement.dataset['theme']);

  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'));
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
  await expect.poll(appliedTheme).toBe('dark');
  expect((await saved).status()).toBe(200);

  // The theme must be known without scripts.
  await page.route(/[/]assets[/][^/]+[.]js$/, (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await appliedTheme()).toBe('dark');
  await page.unroute(/[/]assets[/][^/]+[.]js$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
});

test("the settings show the address of the calendar of the fan's team", async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await page.getByRole('button', { name: 'Update Your Information' }).click();
  await page.getByLabel('Favorite team').fill('Arsenal FC');
  await page.getByLabel('Favorite player').fill('Bukayo Saka');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await page.goto('/settings');

  await page.getByRole('button', { name: 'Show the address' }).click();

  const address = await page.getByRole('textbox', { name: 'Address' }).inputValue();
  // Calendar programs have no session.
  const calendar = await (await fetch(address)).text();
  expect(calendar).toMatch(/^BEGIN:VCALENDAR/);
  expect(calendar).toMatch(/SUMMARY:.*Arsenal/);
});

test('all personal data is exported in one file', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await page.goto('/settings');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();

  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kickoff-\d{4}-\d\d-\d\d[.]zip$/);
  const bytes = await readFile(await file.path());
  // A zip with its one entry; the API's tests check the content.
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('data.json')).toBe(true);
  await expect(page.getByText(/Your data is in kickoff-/)).toBeVisible();
});

test('the login of a deleted account is rejected', async ({ browser }) => {
  const { page, fan } = await aFanAtHome(browser);
  await page.goto('/settings');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Password', { exact: true }).fill(fan.password);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();

  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await page.goto('/user-login');
  await logIn(page, fan);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
});

test('unsent text is never shown to another fan and is deleted with the account', async ({
  browser,
}) => {
  const { page, fan } = await aFanAtHome(browser);
  const post = page.getByRole('article').first();
  const comment = page.getByRole('textbox', { name: 'Write a comment' });
  const form = page.getByRole('textbox', { name: 'Your post' });
  await post.getByRole('button', { name: /^Comment/ }).click();
  await comment.fill('Half a comment');
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await form.fill('Half a post');
  await page.getByLabel('Add image').setInputFiles(await aPicture(page));
  await expect.poll(() => unsentOn(page)).toEqual({ texts: 2, files: 1 });

  const other = aNewcomer();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect.poll(() => unsentOn(page)).toEqual({ texts: 0, files: 0 });
  await register(page, other);
  await expect(page).toHaveURL(/user-login/);
  await logIn(page, other);
  await expect(page.getByRole('button', { name: 'Post Your Content' })).toBeVisible();
  await expect(form).toBeHidden();
  await post.getByRole('button', { name: /^Comment/ }).click();
  await expect(comment).toHaveValue('');

  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.goto('/user-login');
  await logIn(page, fan);
  await page.getByRole('button', { name: 'Post Your Content' }).click();
  await expect(form).toHaveValue('');
  await form.fill('Half a post');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Password', { exact: true }).fill(fan.password);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();

  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await expect.poll(() => unsentOn(page)).toEqual({ texts: 0, files: 0 });
});

for (const width of [360, 1280]) {
  for (const theme of ['Light', 'Dark']) {
    test(`axe finds no violation in the settings at ${width} px in ${theme}`, async ({
      browser,
    }) => {
      const { page } = await aFanAtHome(browser);
      const said = consoleOf(page);
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/settings');
      await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: theme }).click();
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(
        page.getByRole('region', { name: 'Sessions' }).getByRole('listitem'),
      ).toHaveCount(1);

      await requireNoFault(page);
      await requireNoOverflow(page);
      expect(said).toEqual([]);
    });
  }
}
