import { test as base } from '@playwright/test';

/** A test that closes its browser contexts: an open one would go on polling during later tests. */
export const test = base.extend<{ windows: undefined }>({
  windows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
