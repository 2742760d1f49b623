import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Results of a test runner; a failure is the file and the name of a test, then the first lines of its message.
 *
 * @typedef {{ passed: number, failures: string[], skipped: number }} Results
 */

/**
 * @typedef {{ numPassedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string,
 *     message: string,
 *     assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] }} JestReport
 */

/** @typedef {{ message?: string, location?: { line: number } }} PlaywrightError */

/**
 * @typedef {{ file: string, suites?: PlaywrightSuite[],
 *   specs: { title: string, tests: { status: string,
 *     results: { errors: PlaywrightError[] }[] }[] }[] }} PlaywrightSuite
 */

/**
 * @typedef {{ stats: { expected: number, skipped: number }, suites: PlaywrightSuite[],
 *   errors: PlaywrightError[] }} PlaywrightReport
 */

const MESSAGE_LINES = 6;

/**
 * @param {string} test
 * @param {string} [message]
 */
function failure(test, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const first = lines.filter((line) => line.trim() !== '').slice(0, MESSAGE_LINES);
  return [test, ...first.map((line) => `  ${line}`)].join('\n');
}

/**
 * Results of a jest run from its `--json` file. A suite that failed without a failed test failed to run.
 *
 * @param {JestReport} report
 * @returns {Results}
 */
export function resultsOfJest(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(file, message)];
    return failed.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages[0]));
  });
  return {
    passed: report.numPassedTests,
    failures,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Results of a Playwright run from its JSON report. A test that passed only when repeated is unreliable: failed.
 *
 * @param {PlaywrightReport} report
 * @returns {Results}
 */
export function resultsOfPlaywright({ stats, suites, errors }) {
  const failures = suites.flatMap(failuresOfSuite);
  const messages = errors.map(({ message }) => failure('Playwright', message));
  return {
    passed: stats.expected,
    failures: failures.length === 0 ? messages : failures,
    skipped: stats.skipped,
  };
}

/**
 * The first error of a test that exceeded its time limit is the limit, the next one the step with its line.
 *
 * @param {PlaywrightError[]} errors
 */
function messageOf(errors) {
  const messages = errors.map(({ message = '', location }) =>
    location ? `line ${location.line}: ${message}` : message,
  );
  return messages.join('\n');
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ file, specs, suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const failed = results.find(({ errors }) => errors.length > 0);
        return failure(`${file} › ${title}`, messageOf(failed?.errors ?? []));
      }),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {Results[]} all
 * @returns {Results}
 */
export function sumOf(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}
