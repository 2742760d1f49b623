import { jest } from '@jest/globals';

/** Stops what counts seconds until the test lets them pass. All else goes on. */
export function heldSeconds() {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });
  return { pass: (seconds: number) => jest.advanceTimersByTime(seconds * 1000) };
}
