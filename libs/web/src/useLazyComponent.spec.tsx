import { describe, expect, it, jest } from '@jest/globals';
import { NETWORK_FAILURE } from '@kickoff/contracts';
import { act, renderHook } from '@testing-library/react';

import { onToast } from './toasts';
import { useLazyComponent } from './useLazyComponent';

const Dialog = () => null;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const open = (dialog: { open: () => void }) =>
  act(() => {
    dialog.open();
    return settled();
  });

describe('useLazyComponent', () => {
  it('raises a toast when the code does not load, and loads it on the next attempt', async () => {
    const load = jest
      .fn<() => Promise<{ default: typeof Dialog }>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue({ default: Dialog });
    const showToast = jest.fn();
    const stop = onToast(showToast, () => undefined);
    const { result } = renderHook(() => useLazyComponent(load));

    await open(result.current);
    expect(showToast).toHaveBeenCalledWith({ kind: 'error', text: NETWORK_FAILURE });
    expect(result.current.isOpen).toBe(false);
    await open(result.current);
    stop();

    expect(showToast).toHaveBeenCalledTimes(1);
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
