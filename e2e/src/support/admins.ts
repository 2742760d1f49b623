import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

/** Opens an admin page as the demo's admin in a new browser context. */
export async function anAdminAt(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ acceptDownloads: true, ...options })).newPage();
  await page.goto(`/admin-login?back=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill('admin@kickoff.example');
  await page.getByLabel('Password', { exact: true }).fill('kickoff-demo-2026');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(path);
  return page;
}
