import { expect, type Page } from '@playwright/test';

import { anAdminAt } from './support/admins.js';
import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

/** Waits until a page has fetched the announcements. */
const announcementsFetched = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/announcements');

/** Returns the value of a time field, some minutes from now. */
const inMinutes = (page: Page, minutes: number) =>
  page.evaluate((ahead) => {
    const moment = new Date(Date.now() + ahead * 60_000);
    moment.setMinutes(moment.getMinutes() - moment.getTimezoneOffset());
    return moment.toISOString().slice(0, 16);
  }, minutes);

test('an announcement is shown on every page of a fan until it is closed', async ({ browser }) => {
  const text = `The site rests at ${Date.now()}`;
  const admin = await anAdminAt(browser, '/announcements');
  const { page } = await aFanAtHome(browser);

  await admin.getByRole('textbox', { name: 'Text' }).fill(text);
  // Other journeys run in parallel, so the announcement ends soon in any case.
  await admin.getByLabel(/^Ends/).fill(await inMinutes(admin, 3));
  await admin.getByRole('button', { name: 'Announce', exact: true }).click();
  const announced = admin.getByRole('listitem').filter({ hasText: text });
  await expect(announced).toContainText('Shown from');

  const shown = page.getByRole('status').filter({ hasText: text });
  // The server refreshes the announcements it embeds in documents every few seconds.
  await expect(async () => {
    await page.goto('/premier_league');
    await expect(shown).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto('/home');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'Close announcement' }).click();
  await expect(shown).toHaveCount(0);
  const answer = announcementsFetched(page);
  await page.reload();
  expect(await (await answer).json()).toContainEqual(expect.objectContaining({ text }));
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(shown).toHaveCount(0);

  await announced.getByRole('button', { name: /^Delete/ }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(announced).toHaveCount(0);
});
