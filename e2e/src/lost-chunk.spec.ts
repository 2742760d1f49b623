import { expect } from '@playwright/test';
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

for (const address of ['/no/such/page', '/user/100%', '/user/%E0%A4%A']) {
  test(`${address} responds with 404 and a link to home`, async ({ page }) => {
    const answer = await page.goto(address);

    expect(answer?.status()).toBe(404);
    await expect(page.getByText('There is no page at this address.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible();
  });
}
