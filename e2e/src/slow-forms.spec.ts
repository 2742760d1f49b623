import { expect } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { test } from './support/test.js';

for (const { chunk, opener, field } of [
  { chunk: 'composer', opener: 'Post Your Content', field: 'Your post' },
  { chunk: 'post-parts', opener: 'Comment', field: 'Write a comment' },
]) {
  test(`a fan types into '${field}' while the code of its form loads`, async ({ browser }) => {
    // The worker would answer before the route.
    const { page } = await aFanAtHome(browser, { serviceWorkers: 'block' });
    const said = consoleOf(page);
    let load = () => {};
    const arrived = new Promise<void>((done) => (load = done));
    await page.route(new RegExp(`/${chunk}[.][0-9a-f]+[.]js`), async (route) => {
      await arrived;
      await route.continue();
    });
    await page.getByRole('button', { name: opener, exact: true }).first().click();
    await expect(page.getByRole('textbox', { name: opener })).toBeFocused();
    await page.keyboard.type('Early');

    load();
    await expect(page.getByRole('textbox', { name: field })).toBeFocused();
    await page.keyboard.type(' words');

    const text = page.getByRole('textbox', { name: field });
    await expect(text).toBeFocused();
    await expect(text).toHaveValue('Early words');
    expect(said).toEqual([]);
  });
}

/** Every page with a form that is part of its document. */
const FORM_ADDRESSES = [
  '/user-login',
  '/user-register',
  '/forgot',
  '/reset/token',
  '/admin-login',
  '/admin-register',
  '/adminforgot',
  '/admin-reset/token',
];

test('a form that is sent before its scripts run puts no password into the address', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));

  for (const address of FORM_ADDRESSES) {
    await page.goto(address);
    const fields = page.locator('form input:not([type=checkbox])');
    for (const field of await fields.all()) await field.fill('marta@fans.example');
    await fields.last().press('Enter');
    // A submission that has begun has been requested by then.
    await page.reload();
  }

  expect(requested.filter((url) => url.includes('marta'))).toEqual([]);
});
