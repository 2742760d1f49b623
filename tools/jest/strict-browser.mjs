// Each test renders in React's strict mode, and fails on what a person would find in the console.
import { afterEach, beforeEach } from '@jest/globals';
import { configure } from '@testing-library/react';
import { format } from 'node:util';

// A limit for what hangs, not for what is slow on a busy machine.
configure({ reactStrictMode: true, asyncUtilTimeout: 5_000 });

/** Said about tests alone, by chance: an answer came between the end of a test and its cleaning up. */
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
