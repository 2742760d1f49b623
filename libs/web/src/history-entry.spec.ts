import { beforeEach, describe, expect, it } from '@jest/globals';

import { historyEntry, nameHistoryEntry } from './history-entry';

beforeEach(() => {
  history.replaceState(null, '');
});

describe('an entry of the history', () => {
  it('has no name until it is given one, and one name from then on', () => {
    expect(historyEntry()).toBeUndefined();

    const entry = nameHistoryEntry();

    expect(historyEntry()).toBe(entry);
    expect(nameHistoryEntry()).toBe(entry);
  });

  it('is another one after going on', () => {
    const entry = nameHistoryEntry();

    history.pushState(null, '');

    expect(historyEntry()).toBeUndefined();
    expect(nameHistoryEntry()).not.toBe(entry);
  });
});
