import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

import { findChromium } from './chromium.js';
import { PORT as port, PUSH_PORT } from './ports.js';
import { serverEnvironment } from './server-settings.js';

// The runner and each worker read this file: all must use the first one's folder.
process.env['E2E_DATA'] ??= mkdtempSync(join(tmpdir(), 'kickoff-e2e-'));

export default defineConfig({
  testDir: 'src',
  outputDir: 'results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['E2E_REPORT']
    ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    // Requests of a service worker cannot be intercepted or counted; offline.spec.ts enables it.
    serviceWorkers: 'block',
    // Pulsing animations keep both cores busy; tests that need motion enable it.
    contextOptions: { reducedMotion: 'reduce' },
    // Each action would copy the whole page; `--trace on` records a journey that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node dist/main.js',
    cwd: '../backend',
    url: `http://127.0.0.1:${port}/api/health/ready`,
    // The first start on a machine may have to download mongod.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      ...serverEnvironment(),
      PORT: String(port),
      KICKOFF_DATA: process.env['E2E_DATA'],
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '200',
      PUSH_TEST_ORIGINS: `http://127.0.0.1:${PUSH_PORT}`,
    },
  },
});
