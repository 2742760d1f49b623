import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

import { useDeferredComponent } from './useDeferredComponent';

const Part = () => null;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('useDeferredComponent', () => {
  it('tries again after a failed load, each time later', async () => {
    const load = jest
      .fn<() => Promise<{ default: typeof Part }>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue({ default: Part });
    const { result } = renderHook(() => useDeferredComponent(load));

    await pass(2_000);
    await pass(4_000);
    expect(load).toHaveBeenCalledTimes(2);
    await pass(7_999);
    expect(result.current.Component).toBeUndefined();
    await pass(1);

    expect(result.current.Component).toBe(Part);
  });

  it('stops with its caller', async () => {
    const load = jest.fn(() => Promise.reject<{ default: typeof Part }>(new Error('lost')));
    const { unmount } = renderHook(() => useDeferredComponent(load));
    await pass(2_000);

    unmount();
    await pass(60_000);

    expect(load).toHaveBeenCalledTimes(1);
  });
});
