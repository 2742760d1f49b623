import { DEMO_LOGINS } from '@kickoff/contracts';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

import { logIn } from './fans.js';

/** Opens an admin page as the demo's admin in a new browser context. */
export async function anAdminAt(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ acceptDownloads: true, ...options })).newPage();
  await page.goto(`/admin-login?back=${encodeURIComponent(path)}`);
  await logIn(page, DEMO_LOGINS.admin);
  await expect(page).toHaveURL(path);
  return page;
}
