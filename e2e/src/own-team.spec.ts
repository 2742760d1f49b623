import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, expect, type Page } from '@playwright/test';

import { serverEnvironment } from '../server-settings.js';
import { consoleOf } from './support/console.js';
import { aFanAtHome } from './support/fans.js';
import { anOwnServer, type OwnServer } from './support/own-server.js';
import { release, ROOT, run } from './support/releases.js';
import { test } from './support/test.js';

const DRAFT = 'Half written when the others released.';
const LIVE = /^fantasy 1[.]0[.]0 [(][0-9a-f]{8}[)] is live[.]$/;

let server: OwnServer;
let folder: string;

test.beforeEach(async () => {
  server = await anOwnServer({ DEMO: 'off' });
  folder = join(await mkdtemp(join(tmpdir(), 'kickoff-own-team-')), 'fantasy');
});
test.afterEach(async () => {
  await server.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

/** Runs a command in the team's folder with the server's settings and returns its last line. */
async function succeed(command: string, cwd = folder): Promise<string> {
  const env = { ...serverEnvironment(), KICKOFF_DATA: server.data };
  const { code, output, lastLine } = await run(['sh', '-c', command], { cwd, env });
  expect(code, output).toBe(0);
  return lastLine;
}

/** Creates the remote and returns the printed next commands. */
async function create(): Promise<string[]> {
  const command = ['npm', 'run', 'create:remote', '--', 'fantasy', '--dir', folder] as const;
  const { code, output } = await run(command);
  expect(code, output).toBe(0);
  // A slow build prints its progress before this line.
  const [, end = ''] = output.split(' is ready. Next:\n');
  return [...end.matchAll(/^ {2}(\S.*)$/gm)].map(([, next = '']) => next);
}

/** Changes the style of the page and adds a second one, as the team's version 1.1.0. */
async function writeNextVersion(): Promise<void> {
  const at = (file: string) => join(folder, file);
  const replace = async (file: string, text: string, by: string) => {
    const source = await readFile(at(file), 'utf8');
    expect(source).toContain(text);
    await writeFile(at(file), source.replace(text, by));
  };
  await replace('package.json', '"version": "1.0.0"', '"version": "1.1.0"');
  await replace('src/pages/FantasyPage.module.css', '.page {', '.page {\n    padding: 23px;');
  await cp(at('src/pages/FantasyPage.module.css'), at('src/pages/DraftPage.module.css'));
  await writeFile(
    at('src/pages/DraftPage.tsx'),
    `import styles from './DraftPage.module.css';

export default function DraftPage() {
  return <h1 className={styles.page}>Draft</h1>;
}
`,
  );
  await replace(
    'remote.json',
    '"pages": {',
    '"pages": { "Draft": { "paths": ["/fantasy/draft"], "audience": "fan", "title": "Draft" },',
  );
}

/** A fan whose console is watched. */
async function aFan(browser: Browser): Promise<{ page: Page; said: string[] }> {
  const { page } = await aFanAtHome(browser, { baseURL: server.url });
  return { page, said: consoleOf(page) };
}

/** A new document of the same fan. */
async function aNewTab(page: Page, path: string): Promise<{ page: Page; said: string[] }> {
  const tab = await page.context().newPage();
  const said = consoleOf(tab);
  await tab.goto(path);
  return { page: tab, said };
}

const pageOfFantasy = (page: Page) => page.getByRole('heading', { name: 'Fantasy' }).locator('..');
const linkOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fantasy' });

test('a new remote is released, updated and rolled back while fans stay on their pages', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const writer = await aFan(browser);
  const reader = await aFan(browser);
  await writer.page.getByRole('button', { name: 'Post Your Content' }).click();
  await writer.page.getByRole('textbox', { name: 'Your post' }).fill(DRAFT);
  await reader.page.goto('/FL');
  await expect(reader.page.getByRole('heading', { name: 'Explore Leagues' })).toBeVisible();

  // 1. From nothing to live, by the commands that are printed.
  const commands = await create();
  const toRelease = `npm run release -- ${ROOT.replace(/[/]$/, '')}`;
  expect(commands).toEqual([`cd ${folder}`, 'npm install', 'npm test', 'npm start', toRelease]);
  await succeed('npm install --no-audit --no-fund');
  await succeed('npm test');
  expect(await succeed(toRelease)).toMatch(LIVE);

  const first = await aNewTab(reader.page, '/home');
  await linkOf(first.page).click();
  await expect(first.page.getByRole('heading', { name: 'Fantasy' })).toBeVisible();
  await expect(first.page.getByRole('main')).toContainText('You have no favorite team yet.');
  await expect(pageOfFantasy(first.page)).toHaveCSS('padding', '0px');
  // An open tab stays on the versions it was loaded with.
  await expect(linkOf(reader.page)).toHaveCount(0);

  // 2. Another style and a second page.
  await writeNextVersion();
  expect(await succeed(toRelease)).toMatch(/^fantasy 1[.]1[.]0 /);

  const second = await aNewTab(reader.page, '/fantasy/draft');
  await expect(second.page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect(second.page).toHaveTitle('Draft · KickOff');
  await linkOf(second.page).click();
  await expect(pageOfFantasy(second.page)).toHaveCSS('padding', '23px');
  await first.page.getByRole('link', { name: 'KickOff, home' }).click();
  await linkOf(first.page).click();
  await expect(pageOfFantasy(first.page)).toHaveCSS('padding', '0px');

  // 3. Back to the first version.
  const { lastLine } = await release(server, 'fantasy', '--rollback');
  expect(lastLine).toMatch(/^fantasy 1[.]0[.]0 /);

  const third = await aNewTab(reader.page, '/fantasy');
  await expect(pageOfFantasy(third.page)).toHaveCSS('padding', '0px');
  expect((await third.page.request.get('/fantasy/draft')).status()).toBe(404);

  await expect(writer.page.getByRole('textbox', { name: 'Your post' })).toHaveValue(DRAFT);
  await writer.page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  await expect(writer.page.getByRole('article').filter({ hasText: DRAFT })).toBeVisible();
  await reader.page
    .getByRole('link', { name: /^La Liga/ })
    .last()
    .click();
  await expect(reader.page.getByRole('heading', { name: 'la liga Live Updates' })).toBeVisible();
  const said = [writer, reader, first, second, third].flatMap((fan) => fan.said);
  expect(said).toEqual([]);
});
