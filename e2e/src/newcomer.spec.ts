import { expect } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aNewcomer, register } from './support/fans.js';
import { requireNoFault } from './support/faults.js';
import { test } from './support/test.js';

test('a newcomer completes the first steps from registration to a personal feed', async ({
  page,
}) => {
  const said = consoleOf(page);
  const newcomer = aNewcomer();
  await register(page, newcomer);
  await expect(page.getByRole('status')).toHaveText(`Welcome, ${newcomer.username}`);
  await expect(page.getByLabel('Email')).toHaveValue(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const steps = page.getByRole('region', { name: 'Make KickOff yours' });
  await expect(steps).toBeVisible();

  await steps.getByRole('button', { name: 'Choose your team' }).click();
  await expect(steps.getByRole('region')).toHaveCount(8);
  await steps.getByRole('searchbox', { name: 'Search teams' }).fill('ars');
  await requireNoFault(page);
  await steps
    .getByRole('region', { name: 'premier league' })
    .getByRole('button', { name: 'Arsenal' })
    .click();
  await expect(steps.getByRole('button', { name: /^Choose your team.*done$/ })).toBeDisabled();

  await steps.getByRole('button', { name: 'Follow three fans 0 of 3' }).click();
  const fans = steps.getByRole('group', { name: 'Fans to follow' });
  const writers = fans.getByRole('listitem').filter({ has: page.locator('q') });
  const writer = (await writers.first().getByRole('link').textContent()) ?? '';
  await requireNoFault(page);
  await fans.getByRole('button', { name: `Follow ${writer}`, exact: true }).click();
  for (const followed of [1, 2]) {
    const progress = `Follow three fans ${followed} of 3`;
    await expect(steps.getByRole('button', { name: progress })).toBeVisible();
    await fans
      .getByRole('button', { name: /^Follow / })
      .first()
      .click();
  }
  await expect(steps.getByRole('button', { name: /^Follow three fans.*done$/ })).toBeDisabled();

  await steps.getByRole('button', { name: 'Say hello' }).click();
  await expect(page.getByRole('textbox', { name: 'Your post' })).toBeFocused();
  await page.keyboard.type('Hello from the away end');
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();

  await expect(steps).toBeHidden();
  await expect(page.getByRole('article').first()).toContainText('Hello from the away end');
  const dashboard = page.getByRole('complementary', { name: 'Your dashboard' });
  await expect(dashboard.getByText('Arsenal').first()).toBeVisible();
  await page.getByRole('button', { name: 'Following', exact: true }).click();
  await expect(page.getByRole('article').filter({ hasText: writer }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(steps).toBeHidden();
  expect(said).toEqual([]);
});
