import type { Page } from '@playwright/test';

/** Playwright's own remark where service workers are kept out of a test; no page says it. */
const REMARK = 'Service Worker registration blocked by Playwright';

/** Everything the page says in the console, and every error nobody caught, from now on. */
export function wordsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text() !== REMARK) said.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
  return said;
}
