import { DEMO_LOGINS } from '@kickoff/contracts';
import { expect } from '@playwright/test';

import { aFanAtHome, aNewcomer, bearerOf, logIn, register } from './support/fans.js';
import { linkMailedTo } from './support/outbox.js';
import { test } from './support/test.js';

test('a registration with errors shows the first one and preserves the typed text', async ({
  page,
}) => {
  const fan = aNewcomer();

  await register(page, { ...fan, confirm_password: 'something else' });

  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await expect(page.getByLabel('Username')).toHaveValue(fan.username);
  await expect(page).toHaveURL(/user-register/);
});

test('opening the terms preserves the typed text', async ({ page, context }) => {
  const fan = aNewcomer();
  await page.goto('/user-register');
  await page.getByLabel('Username').fill(fan.username);

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /terms and conditions/ }).click();

  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(fan.username);
});

test('a forgotten password is reset by a mailed link that works only once', async ({ page }) => {
  const fan = aNewcomer();
  await register(page, fan);
  await expect(page).toHaveURL(/user-login/);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible();
  await page.getByLabel('Email').fill(fan.email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'reset link' })).toBeVisible();
  const link = await linkMailedTo(fan.email);

  await page.goto(link);
  await page.getByLabel('Email').fill(fan.email);
  await page.getByLabel('New Password').fill('a-new-one-2026');
  await page.getByRole('button', { name: 'Reset Password' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'has been changed' })).toBeVisible();
  await page.goto('/user-login');
  await logIn(page, { email: fan.email, password: 'a-new-one-2026' });
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(link);
  await page.getByLabel('Email').fill(fan.email);
  await page.getByLabel('New Password').fill('another-one-2026');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This reset link is invalid or has expired');
});

test('a logout ends the session in all tabs and on the server', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  const headers = await bearerOf(page);
  const other = await page.context().newPage();
  await other.goto('/FL');
  await expect(other.getByRole('heading', { name: 'Explore Leagues' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).first().click();

  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(other).not.toHaveURL(/\/FL$/);
  const withOldToken = async () =>
    (await page.request.get('/api/user/profile', { headers })).status();
  await expect.poll(withOldToken).toBe(401);
});

test('a page that requires a session redirects to the login and back', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const fan = aNewcomer();
  await register(page, fan);
  await expect(page).toHaveURL(/user-login/);

  await page.goto('/profile');
  await expect(page).toHaveURL(/user-login/);
  await logIn(page, fan);

  await expect(page).toHaveURL(/\/profile$/);
});

test('an admin logs in to the dashboard, a fan is redirected to the admin login', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto('/adminhome');
  await expect(page).toHaveURL(/admin-login/);

  await logIn(page, DEMO_LOGINS.admin);

  await expect(page).toHaveURL(/\/AdminHome$/);
  await expect(page.getByText('Select sidebar to view.')).toBeVisible();
  for (const title of ['Total Users', 'Total Posts', 'Active Users']) {
    const card = page
      .getByRole('region', { name: title })
      .or(page.locator('section').filter({ has: page.getByRole('heading', { name: title }) }));
    await expect(card.first()).toContainText(/[1-9]\d*/);
  }
  const fan = await aFanAtHome(browser);
  await fan.page.goto('/AdminHome');
  await expect(fan.page).toHaveURL(/admin-login/);
});
