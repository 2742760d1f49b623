import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

import { askToWrite, useWriteRequest } from './write-request';

const open = jest.fn();
const place = () => renderHook(() => useWriteRequest(open));

beforeEach(() => {
  open.mockClear();
  history.replaceState(null, '', '/notifications');
});

describe('the wish to write', () => {
  it('leads home and opens the place that is there', () => {
    const { unmount } = place();

    act(() => askToWrite());

    expect(location.pathname).toBe('/home');
    expect(open).toHaveBeenCalledTimes(1);
    unmount();
  });

  it('waits for the place that comes later, and opens it once', () => {
    act(() => askToWrite());

    place().unmount();
    place().unmount();

    expect(open).toHaveBeenCalledTimes(1);
  });
});
