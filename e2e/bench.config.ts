import { defineConfig } from '@playwright/test';

import config from './playwright.config.js';

/** Measures pages as a phone on a slow network loads them. Prints the results and never fails. */
export default defineConfig(config, {
  testDir: 'bench',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 300_000,
});
