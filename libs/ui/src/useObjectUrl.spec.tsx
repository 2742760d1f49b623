import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';

import { useObjectUrl } from './useObjectUrl';

const live = new Map<string, unknown>();
const first = new Blob(['first']);
const second = new Blob(['second']);
let count = 0;

beforeEach(() => {
  live.clear();
  // jsdom has no object URLs.
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      count += 1;
      live.set(`blob:${count}`, file);
      return `blob:${count}`;
    },
    revokeObjectURL: (url: string) => live.delete(url),
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (file: Blob | undefined) => renderHook(useObjectUrl, { initialProps: file });
const fileAt = (url: string | undefined) => live.get(url ?? '');

describe('useObjectUrl', () => {
  it('returns one live URL of the file, also when strict mode mounts twice', () => {
    const { result } = open(first);

    expect(fileAt(result.current)).toBe(first);
    expect(live.size).toBe(1);
  });

  it('revokes the URL of a replaced file', () => {
    const { result, rerender } = open(first);

    rerender(second);

    expect(fileAt(result.current)).toBe(second);
    expect(live.size).toBe(1);
  });

  it('revokes the URL when the component unmounts', () => {
    const { unmount } = open(first);

    unmount();

    expect(live.size).toBe(0);
  });

  it('creates no URL without a file', () => {
    expect(open(undefined).result.current).toBeUndefined();
    expect(live.size).toBe(0);
  });
});
