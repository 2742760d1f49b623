import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

import { requestComposer, useComposerRequest } from './composer-events';

const open = jest.fn();
const mount = () => renderHook(() => useComposerRequest(open));

beforeEach(() => {
  open.mockClear();
  history.replaceState(null, '', '/notifications');
});

describe('requestComposer', () => {
  it('navigates home and opens the mounted composer', () => {
    const { unmount } = mount();

    act(() => requestComposer());

    expect(location.pathname).toBe('/home');
    expect(open).toHaveBeenCalledTimes(1);
    unmount();
  });

  it('opens a composer that mounts later, once', () => {
    act(() => requestComposer());

    mount().unmount();
    mount().unmount();

    expect(open).toHaveBeenCalledTimes(1);
  });
});
