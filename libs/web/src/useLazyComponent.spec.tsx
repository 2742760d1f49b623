import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

import { useLazyComponent } from './useLazyComponent';

const Dialog = () => null;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const open = (dialog: { open: () => void }) =>
  act(() => {
    dialog.open();
    return settled();
  });

describe('useLazyComponent', () => {
  it('calls its owner when the code does not load, and loads it on the next attempt', async () => {
    const load = jest
      .fn<() => Promise<{ default: typeof Dialog }>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue({ default: Dialog });
    const onFailed = jest.fn();
    const { result } = renderHook(() => useLazyComponent(load, onFailed));

    await open(result.current);
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(result.current.isOpen).toBe(false);
    await open(result.current);

    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(result.current.Component).toBe(Dialog);
  });

  it('does not open after it was closed', async () => {
    const { result } = renderHook(() =>
      useLazyComponent(() => Promise.resolve({ default: Dialog })),
    );

    await act(() => {
      result.current.open();
      result.current.close();
      return settled();
    });

    expect(result.current.isOpen).toBe(false);
  });
});
