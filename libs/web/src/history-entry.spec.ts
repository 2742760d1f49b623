import { beforeEach, describe, expect, it } from '@jest/globals';

import { historyEntry, nameHistoryEntry } from './history-entry';

beforeEach(() => {
  history.replaceState(null, '');
});

describe('A history entry', () => {
  it('has no id before nameHistoryEntry and the same id afterwards', () => {
    expect(historyEntry()).toBeUndefined();

    const entry = nameHistoryEntry();

    expect(historyEntry()).toBe(entry);
    expect(nameHistoryEntry()).toBe(entry);
  });

  it('has another id after navigation', () => {
    const entry = nameHistoryEntry();

    history.pushState(null, '');

    expect(historyEntry()).toBeUndefined();
    expect(nameHistoryEntry()).not.toBe(entry);
  });
});
