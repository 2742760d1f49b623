import type { Page } from '@playwright/test';

/** Playwright's own warning about blocked service workers; no page logs it. */
const REMARK = 'Service Worker registration blocked by Playwright';

/** Collects console output and uncaught errors from now on. */
export function consoleOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text() !== REMARK) said.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
  return said;
}
