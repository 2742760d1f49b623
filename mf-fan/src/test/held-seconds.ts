import { jest } from '@jest/globals';

/** Fakes `setInterval` until the test advances it; other timers stay real. */
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
