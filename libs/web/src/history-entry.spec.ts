import { beforeEach, describe, expect, it } from '@jest/globals';

import { enterHistory } from './history-entry';

beforeEach(() => {
  history.replaceState(null, '');
});

describe('an entry of the history', () => {
  it('is new once, and has one name from then on', () => {
    const first = enterHistory();
    const again = enterHistory();

    expect(first.isNew).toBe(true);
    expect(again).toEqual({ entry: first.entry, isNew: false });
  });

  it('is another one after going on', () => {
    const { entry } = enterHistory();

    history.pushState(null, '');

    expect(enterHistory().isNew).toBe(true);
    expect(enterHistory().entry).not.toBe(entry);
  });
});
