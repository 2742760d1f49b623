import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NETWORK_FAILURE } from '@kickoff/contracts';
import { act, renderHook } from '@testing-library/react';

import { onToast, type Toast } from './toasts';
import { useLazyComponent } from './useLazyComponent';

const Dialog = () => null;
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const open = (dialog: { open: () => void }) =>
  act(() => {
    dialog.open();
    return settled();
  });

/** The toasts on the screen. */
const toasts = () => [...shown];
const shown = new Set<Toast>();
let stop: () => void;

beforeEach(() => {
  shown.clear();
  stop = onToast(
    (toast) => shown.add(toast),
    (toast) => shown.delete(toast),
  );
});
afterEach(() => stop());

describe('useLazyComponent', () => {
  it('shows a toast when the code does not load, until the next attempt, which loads it', async () => {
    const load = jest
      .fn<() => Promise<{ default: typeof Dialog }>>()
      .mockRejectedValueOnce(new Error('lost'))
      .mockResolvedValue({ default: Dialog });
    const { result } = renderHook(() => useLazyComponent(load));

    await open(result.current);
    expect(toasts()).toEqual([{ kind: 'error', text: NETWORK_FAILURE }]);
    expect(result.current.isOpen).toBe(false);
    await open(result.current);

    expect(toasts()).toEqual([]);
    expect(result.current.Component).toBe(Dialog);
  });

  it('removes its toast when it is closed, and when its caller unmounts', async () => {
    const load = () => Promise.reject<{ default: typeof Dialog }>(new Error('lost'));
    const { result, unmount } = renderHook(() => useLazyComponent(load));

    await open(result.current);
    act(() => result.current.close());
    expect(toasts()).toEqual([]);
    await open(result.current);
    expect(toasts()).toHaveLength(1);
    unmount();

    expect(toasts()).toEqual([]);
  });

  it('shows no toast for a load that fails after its caller has unmounted', async () => {
    const load = () => Promise.reject<{ default: typeof Dialog }>(new Error('lost'));
    const { result, unmount } = renderHook(() => useLazyComponent(load));

    result.current.open();
    unmount();
    await settled();

    expect(toasts()).toEqual([]);
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
