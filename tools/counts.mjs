/**
 * Summed results of the test runners.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Counts of a jest run from its `--json` file.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, numRuntimeErrorTestSuites: number }} report
 * @returns {Counts}
 */
export function countsOfJest(report) {
  return {
    passed: report.numPassedTests,
    // A suite that failed to run has no failed test of its own.
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts of a Playwright run from its JSON report. A test that passed only when repeated is unreliable: failed.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: unknown[] }} report
 * @returns {Counts}
 */
export function countsOfPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
  };
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sumOf(all) {
  return {
    passed: all.reduce((sum, counts) => sum + counts.passed, 0),
    failed: all.reduce((sum, counts) => sum + counts.failed, 0),
    skipped: all.reduce((sum, counts) => sum + counts.skipped, 0),
  };
}
