import { expect, type Page } from '@playwright/test';

import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { NextVersions } from './support/next-version.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { release } from './support/releases.js';
import { test } from './support/test.js';

const FIRST = 'Pick a league for live scores, the table and the top scorers.';
const SECOND = 'Eight leagues, in a new version.';
const PLAIN = 'la liga Live Updates';

const nextVersions = new NextVersions();
let next: string;
let server: OwnServer;

test.beforeAll(async () => {
  next = await nextVersions.leagues(({ replace }) => replace('src/texts.ts', FIRST, SECOND));
});
test.afterAll(() => nextVersions.remove());
test.beforeEach(async () => {
  server = await anOwnServer({ DEMO: 'off' });
});
test.afterEach(() => server.stop());

test('a remote is released on a running server and rolled back', async ({ browser }) => {
  const { page: open } = await aFanAtHome(browser, { baseURL: server.url });
  const storageState = await open.context().storageState();
  const aVisitor = async () =>
    (await browser.newContext({ storageState, baseURL: server.url })).newPage();
  await open.goto('/leagues');
  await expect(open.getByText(FIRST)).toBeVisible();

  const released = await release(server, 'leagues', '--from', next);

  expect(released).toEqual({
    code: 0,
    lastLine: expect.stringMatching(/^leagues 1[.]1[.]0 [(][0-9a-f]{8}[)] is live[.]$/),
  });
  const newcomer = await aVisitor();
  await newcomer.goto('/leagues');
  await expect(newcomer.getByText(SECOND)).toBeVisible();
  // Open pages stay on the previous version, also for files loaded later.
  await open
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(open.getByRole('heading', { name: PLAIN })).toBeVisible();
  await open.goBack();
  await expect(open.getByText(FIRST)).toBeVisible();

  const rolledBack = await release(server, 'leagues', '--rollback');

  expect(rolledBack.lastLine).toMatch(/^leagues 1[.]0[.]0 [(][0-9a-f]{8}[)] is live[.]$/);
  const afterwards = await aVisitor();
  await afterwards.goto('/leagues');
  await expect(afterwards.getByText(FIRST)).toBeVisible();
  await newcomer
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(newcomer.getByRole('heading', { name: PLAIN })).toBeVisible();
});

test('a released shell reaches new tabs while an open tab stays on the previous version', async ({
  browser,
}) => {
  const { page: open } = await aFanAtHome(browser, { baseURL: server.url });
  const said = consoleOf(open);
  await open.getByRole('button', { name: 'Post Your Content' }).click();
  await open.getByRole('textbox', { name: 'Your post' }).fill('Half written.');

  const { code } = await release(server, 'shell', '--from', await nextVersions.shell('minor'));

  expect(code).toBe(0);
  const newcomer = await (await browser.newContext({ baseURL: server.url })).newPage();
  await newcomer.goto('/user-login');
  const script = 'script[src*="/assets/main."]';
  const addressOfMain = (page: Page) => page.locator(script).first().getAttribute('src');
  expect(await addressOfMain(newcomer)).not.toBe(await addressOfMain(open));
  await open.getByRole('link', { name: 'Leagues', exact: true }).first().click();
  await expect(open.getByText(FIRST)).toBeVisible();
  await open.goBack();
  await expect(open.getByRole('textbox', { name: 'Your post' })).toHaveValue('Half written.');
  await open.getByRole('textbox', { name: 'Your post' }).fill('');
  // The tab has not loaded these chunks of the previous version yet.
  await open.getByRole('button', { name: 'Logout' }).click();
  await expect(open.getByText('Choose your login to continue.')).toBeVisible();
  expect(said).toEqual([]);
});
