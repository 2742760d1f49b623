// Renders each test in strict mode and fails it on console output.
import { afterEach, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { format } from 'node:util';

// Bounds hanging tests, not slow ones on a busy machine.
configure({ reactStrictMode: true, asyncUtilTimeout: 15_000 });

/** A warning of tests only: a response arrived between the end of a test and its cleanup. */
const OF_TESTS = 'not wrapped in act(';

/** @type {string[]} */
let said = [];
const { error, warn } = console;

beforeEach(() => {
  said = [];
  for (const kind of /** @type {const} */ (['error', 'warn'])) {
    console[kind] = (/** @type {unknown[]} */ ...words) => {
      const text = format(...words);
      if (!text.includes(OF_TESTS)) said.push(`console.${kind}: ${text}`);
    };
  }
});
afterEach(() => {
  Object.assign(console, { error, warn });
  if (said.length > 0) throw new Error(`The console is not empty.\n${said.join('\n')}`);
});
