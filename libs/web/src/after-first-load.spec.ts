import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { afterFirstLoad } from './after-first-load';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('Optional work of a page', () => {
  it.each([
    ['on a fast machine', 400, 1_500],
    ['on a slower one', 1_000, 2_000],
    ['on a slow phone', 2_500, 3_000],
    ['on a later page', 60_000, 500],
  ])('starts after the page has loaded %s', (_where, age, delay) => {
    jest.spyOn(performance, 'now').mockReturnValue(age);
    const work = jest.fn();
    afterFirstLoad(work);

    jest.advanceTimersByTime(delay - 1);
    expect(work).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);

    expect(work).toHaveBeenCalledTimes(1);
  });

  it('does not start when it is cancelled', () => {
    const work = jest.fn();

    afterFirstLoad(work)();
    jest.advanceTimersByTime(60_000);

    expect(work).not.toHaveBeenCalled();
  });
});
