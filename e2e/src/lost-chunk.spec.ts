import { expect, type Page } from '@playwright/test';

import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

test('a page whose chunk fails to load once renders once and works', async ({ page }) => {
  await page.route('**/assets/entrance-Forgot.*.js', (route) => route.abort(), { times: 1 });

  await page.goto('/forgot');
  await page.getByLabel('Email').fill('nobody@fans.example');
  await page.getByRole('button', { name: 'Submit' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'reset link' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

test('a page whose chunk never loads shows an error with a retry', async ({ page }) => {
  await page.route('**/assets/entrance-Terms.*.js', (route) => route.abort());
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();

  await expect(page.getByRole('heading', { name: 'Terms and conditions' })).toBeVisible();
});

/** Presses a button whose code does not load, and again once it can be loaded. */
async function pressTwice(page: Page, button: RegExp | string, chunk: string): Promise<void> {
  const error = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await page.route(`**/assets/${chunk}.*.js`, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: button }).first().click();
  await expect(error).toHaveText(/An error occurred/);

  await page.unrouteAll();
  await page.getByRole('button', { name: button }).first().click();

  await expect(error).toHaveCount(0);
}

test('the error of code that did not load goes with the next attempt', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);

  await pressTwice(page, /^Stor(y|ies) by/, 'story-viewer');
  await expect(page.getByRole('button', { name: 'Close stories' })).toBeVisible();
  await page.keyboard.press('Escape');
  await pressTwice(page, 'Logout', 'device-data');

  await expect(page).toHaveURL('/');
});

test('the profile form offers a retry when its code does not load', async ({ browser }) => {
  const { page } = await aFanAtHome(browser);
  await page.route('**/assets/profile-form.*.js', (route) => route.abort());
  await page.goto('/profile?edit=1');
  const form = page.getByRole('region', { name: 'Edit profile' });
  await expect(form.getByRole('alert')).toHaveText(/An error occurred/);

  await page.unrouteAll();
  await form.getByRole('button', { name: 'Retry' }).click();

  await expect(form.getByLabel('Username')).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
});

for (const address of ['/no/such/page', '/user/100%', '/user/%E0%A4%A']) {
  test(`${address} responds with 404 and a link to home`, async ({ page }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));

    const answer = await page.goto(address);

    expect(answer?.status()).toBe(404);
    await expect(page.getByText('There is no page at this address.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
    expect(errors).toEqual([]);
  });
}
