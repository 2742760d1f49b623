import { readFile } from 'node:fs/promises';

import { aFanRegistration } from '@kickoff/testing';
import { type APIRequestContext, expect } from '@playwright/test';

import { anAdminAt } from './support/admins.js';
import { consoleOf } from './support/console.js';
import { test } from './support/test.js';

/** The number of fans of a bulk action, and of concurrent registrations. */
const COUNT = 300;
const AT_A_TIME = 10;

/** Registers fans whose names share a prefix. */
async function aWaveOf(mark: string, request: APIRequestContext): Promise<void> {
  for (let first = 0; first < COUNT; first += AT_A_TIME) {
    const answers = await Promise.all(
      Array.from({ length: AT_A_TIME }, (_, at) =>
        request.post('/api/auth/register', {
          data: aFanRegistration({ username: `${mark} ${first + at}` }),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status())).toEqual(Array(AT_A_TIME).fill(201));
  }
}

test('an admin searches, exports and suspends 300 fans in one bulk action', async ({
  browser,
  request,
}) => {
  const mark = `wave${Math.random().toString(36).slice(2, 8)}`;
  await aWaveOf(mark, request);
  const admin = await anAdminAt(browser, '/user');
  const said = consoleOf(admin);

  await admin.getByRole('searchbox', { name: 'Search users' }).fill(mark);
  await admin.getByRole('button', { name: 'Search' }).click();
  await expect(admin.getByText(`${COUNT} fans`)).toBeVisible();
  const coming = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'CSV' }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(COUNT + 1);

  await admin.getByRole('checkbox', { name: 'Select this page' }).check();
  await admin.getByRole('button', { name: `Select all ${COUNT} that match` }).click();
  await admin.getByRole('button', { name: 'Suspend selected users' }).click();
  const asks = admin.getByRole('dialog', { name: `Suspend ${COUNT} fans?` });
  await expect(asks).toContainText(`and ${COUNT - 5} others`);
  await expect(asks).toContainText('0 sessions end at once. Nothing is deleted');
  await asks.getByRole('textbox', { name: /^Reason/ }).fill('A wave of spam');
  await asks.getByRole('button', { name: 'Suspend' }).click();
  await expect(admin.getByRole('dialog', { name: 'Working…' })).toContainText(`of ${COUNT}`);
  const done = admin.getByRole('dialog', { name: `${COUNT} fans suspended` });
  await expect(done).toBeVisible({ timeout: 30_000 });
  await expect(done).toContainText(`${COUNT} of ${COUNT}`);
  await done.getByRole('button', { name: 'Close' }).click();

  await expect(admin.getByRole('row').filter({ hasText: 'Suspended' })).toHaveCount(20);
  await admin.getByRole('button', { name: 'Next page' }).click();
  await expect(admin.getByText(`21–40 of ${COUNT}`)).toBeVisible();
  await admin.reload();
  await expect(admin.getByText(`21–40 of ${COUNT}`)).toBeVisible();
  expect(said).toEqual([]);
});

test('the registration chart is operable by keyboard and matches its table', async ({
  browser,
}) => {
  const admin = await anAdminAt(browser, '/engagement');
  const said = consoleOf(admin);
  await expect(admin.locator('.apexcharts-pie')).toBeVisible();
  const key = admin.getByRole('list', { name: 'Registrations by month' });
  const months = await key
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(months).toHaveLength(12);

  await admin.getByRole('button', { name: 'CSV' }).focus();
  await admin.keyboard.press('Tab');
  await expect(key.getByRole('button').first()).toBeFocused();
  await admin.keyboard.press('Shift+Tab');
  await admin.keyboard.press('Shift+Tab');
  await expect(admin.getByRole('button', { name: 'Table' })).toBeFocused();
  await admin.keyboard.press('Enter');

  const rows = admin.locator('tbody tr');
  await expect(rows).toHaveCount(12);
  const tableLines = await rows.evaluateAll((lines) =>
    lines.map((line) => `${line.children[0]?.textContent}: ${line.children[1]?.textContent}`),
  );
  expect(tableLines.map((line) => `${line} Registrations`)).toEqual(months);
  await admin.keyboard.press('Shift+Tab');
  await admin.keyboard.press('Enter');
  await expect(admin.locator('.apexcharts-bar-series').first()).toBeVisible();
  expect(said).toEqual([]);
});

test('a long email stays on one line beside the actions of a fan and wraps on a phone', async ({
  browser,
  request,
}) => {
  const username = `mail${Math.random().toString(36).slice(2, 8)}`;
  const email = `${username}.of-the-supporters-club@football-and-friends.example`;
  const answer = await request.post('/api/auth/register', {
    data: aFanRegistration({ username, email }),
  });
  expect(answer.status()).toBe(201);
  const admin = await anAdminAt(browser, `/user?q=${username}`);
  const shown = admin.getByTitle(email);
  const lines = () =>
    shown.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
    });

  for (const width of [1280, 800]) {
    await admin.setViewportSize({ width, height: 800 });
    expect(await lines()).toBe(1);
    const removal = admin.getByRole('button', { name: `Delete ${username}` });
    await expect(removal).toBeInViewport({ ratio: 1 });
  }

  await admin.setViewportSize({ width: 390, height: 844 });
  expect(await lines()).toBeGreaterThan(1);
  expect(await shown.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);

  const search = admin.getByRole('searchbox', { name: 'Search users' });
  await search.fill('');
  const spare = await search.evaluate((input: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
    const hint = document.createElement('span');
    hint.textContent = input.placeholder;
    Object.assign(hint.style, { font, position: 'absolute', whiteSpace: 'pre' });
    document.body.append(hint);
    const { width } = hint.getBoundingClientRect();
    hint.remove();
    const padding = parseFloat(paddingInlineStart) + parseFloat(paddingInlineEnd);
    return input.clientWidth - padding - width;
  });
  expect(spare).toBeGreaterThanOrEqual(0);
});
