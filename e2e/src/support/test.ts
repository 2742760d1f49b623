import { test as base } from '@playwright/test';

/**
 * A test that closes at its end all windows it has opened: one that is left goes on polling and
 * listening beside every test after it.
 */
export const test = base.extend<{ windows: undefined }>({
  windows: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
