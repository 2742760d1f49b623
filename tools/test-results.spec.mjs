import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { resultsOfJest, resultsOfPlaywright, sumOf } from './test-results.mjs';

/** @param {string} fullName @param {string} status @param {string[]} failureMessages */
const result = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
const passed = result('likes counts once', 'passed');
const failed = result(
  'likes counts twice',
  'failed',
  '\u001b[31mexpected 1\u001b[39m\n\nreceived 2',
);

describe('resultsOfJest', () => {
  const suite = (/** @type {typeof passed[]} */ assertionResults, message = '') => ({
    name: join(process.cwd(), 'backend/test/likes.e2e-spec.ts'),
    status:
      message === '' && assertionResults.every((test) => test === passed) ? 'passed' : 'failed',
    message,
    assertionResults,
  });
  const report = (/** @type {ReturnType<typeof suite>} */ one) => ({
    numPassedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [one],
  });

  it('names a failed test by file, with the lines of its message', () => {
    expect(resultsOfJest(report(suite([passed, failed])))).toEqual({
      passed: 1,
      failures: ['backend/test/likes.e2e-spec.ts › likes counts twice\n  expected 1\n  received 2'],
      skipped: 3,
    });
  });

  it('counts a file that does not run as one failure', () => {
    expect(resultsOfJest(report(suite([], 'Cannot find module'))).failures).toEqual([
      'backend/test/likes.e2e-spec.ts\n  Cannot find module',
    ]);
  });

  it('has no failure where all tests pass', () => {
    expect(resultsOfJest(report(suite([passed]))).failures).toEqual([]);
  });
});

describe('resultsOfPlaywright', () => {
  const test = (
    /** @type {string} */ title,
    /** @type {string} */ status,
    /** @type {import('./test-results.mjs').PlaywrightError[]} */ ...errors
  ) => ({ title, tests: [{ status, results: [{ errors }, { errors: [] }] }] });
  const report = (
    /** @type {ReturnType<typeof test>[]} */ specs,
    errors = [{ message: 'port' }],
  ) => ({
    stats: { expected: 1, skipped: 0 },
    suites: [{ file: 'feed.spec.ts', specs: [], suites: [{ file: 'feed.spec.ts', specs }] }],
    errors,
  });

  it('counts a test that passes only when repeated as failed', () => {
    const specs = [
      test('a', 'expected'),
      test('b', 'flaky', { message: 'late' }),
      test('c', 'unexpected', { message: 'off' }),
    ];

    expect(resultsOfPlaywright(report(specs)).failures).toEqual([
      'feed.spec.ts › b\n  late',
      'feed.spec.ts › c\n  off',
    ]);
  });

  it('names the step at which a time limit was exceeded', () => {
    const limit = { message: 'Test timeout of 120000ms exceeded.' };
    const step = { message: 'Error: page.click: Test ended.', location: { line: 12 } };

    expect(resultsOfPlaywright(report([test('d', 'unexpected', limit, step)])).failures).toEqual([
      'feed.spec.ts › d\n  Test timeout of 120000ms exceeded.\n  line 12: Error: page.click: Test ended.',
    ]);
  });

  it('has the errors of a run in which no test failed', () => {
    expect(resultsOfPlaywright(report([])).failures).toEqual(['Playwright\n  port']);
    expect(resultsOfPlaywright(report([], [])).failures).toEqual([]);
  });
});

describe('sumOf', () => {
  it('adds the results of all runners', () => {
    const one = { passed: 2, failures: ['a'], skipped: 1 };

    expect(sumOf([one, { passed: 3, failures: ['b'], skipped: 0 }])).toEqual({
      passed: 5,
      failures: ['a', 'b'],
      skipped: 1,
    });
  });
});
