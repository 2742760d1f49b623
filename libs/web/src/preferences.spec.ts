import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { readPreference, writePreference } from './preferences';

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('Preferences', () => {
  it('return the stored value', () => {
    writePreference('size', '50');
    writePreference('closed', ['a', 'b']);

    expect(readPreference('size')).toBe('50');
    expect(readPreference('closed')).toEqual(['a', 'b']);
    expect(readPreference('other')).toBeUndefined();
  });

  it('return undefined for an unreadable value', () => {
    localStorage.setItem('kickoff:preference:size', '{');

    expect(readPreference('size')).toBeUndefined();
  });

  it('do not throw when the device storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });

    expect(() => writePreference('size', '50')).not.toThrow();
  });
});
