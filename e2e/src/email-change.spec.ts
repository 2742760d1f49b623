import { expect } from '@playwright/test';

import { aFanAtHome, aNewcomer, bearerOf, logIn } from './support/fans.js';
import { linkMailedTo } from './support/outbox.js';
import { test } from './support/test.js';

test('a change of email requires the password and is undone by a link mailed to the old address', async ({
  browser,
}) => {
  const { page, fan } = await aFanAtHome(browser);
  const { email: other } = aNewcomer();

  await page.getByRole('button', { name: 'Update Your Information' }).click();
  const form = page.getByRole('form', { name: 'Your information' });
  await form.getByLabel('Email').fill(other);
  await form.getByLabel('Favorite team').fill('Arsenal');
  await form.getByLabel('Favorite player').fill('Tony Adams');
  await form.getByLabel('Current password').fill('not-this-one');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form.getByRole('alert')).toHaveText('The current password is wrong');
  await expect(form.getByLabel('Current password')).toBeFocused();
  await form.getByLabel('Current password').fill(fan.password);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  const link = await linkMailedTo(fan.email);
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Take my email back' })).toBeVisible();
  const isOpen = async () => {
    const headers = await bearerOf(page);
    return (await owner.request.get('/api/user/profile', { headers })).status();
  };
  expect(await isOpen()).toBe(200);
  await owner.getByRole('button', { name: 'Take my email back' }).click();
  await owner.getByRole('link', { name: 'Choose a new password' }).click();
  expect(await isOpen()).toBe(401);

  await owner.getByLabel('Email').fill(fan.email);
  await owner.getByLabel('New Password').fill('a-new-one-2026');
  await owner.getByRole('button', { name: 'Reset Password' }).click();
  await expect(owner.getByRole('status').filter({ hasText: 'has been changed' })).toBeVisible();
  await owner.goto('/user-login');
  await logIn(owner, { email: fan.email, password: 'a-new-one-2026' });
  await expect(owner).toHaveURL(/\/home$/);

  await owner.goto(link);
  await owner.getByRole('button', { name: 'Take my email back' }).click();
  await expect(owner.getByRole('alert')).toHaveText('This link is invalid or has expired');
});
