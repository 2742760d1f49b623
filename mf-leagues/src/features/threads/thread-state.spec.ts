import { aLiveMatch, aMatch, aResult } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { postLabel, stateAt } from './thread-state';

const OPENS = '2026-11-21T14:00:00.000Z';
const CLOSES = '2026-11-22T17:00:00.000Z';

describe('stateAt', () => {
  it('opens a thread at its opening time', () => {
    const thread = { state: 'before', opensAt: OPENS } as const;

    expect(stateAt(thread, Date.parse(OPENS) - 1)).toBe('before');
    expect(stateAt(thread, Date.parse(OPENS))).toBe('open');
  });

  it('closes a thread at its closing time once known', () => {
    const thread = { state: 'open', opensAt: OPENS } as const;

    expect(stateAt(thread, Date.parse(CLOSES))).toBe('open');
    expect(stateAt({ ...thread, closesAt: CLOSES }, Date.parse(CLOSES))).toBe('closed');
  });
});

describe('postLabel', () => {
  it.each([
    ['the minute', aLiveMatch({ minute: 67 }), "Post at 67'"],
    ['injury time', aLiveMatch({ minute: 45, injuryTime: 2 }), "Post at 45+2'"],
    ['half time', aLiveMatch({ status: 'PAUSED' }), 'Post at HT'],
    ['no clock before kick-off', aMatch(), 'Post'],
    ['no clock after full time', aResult(), 'Post'],
  ])('has %s', (_, match, label) => {
    expect(postLabel(match, false)).toBe(label);
  });

  it('has no clock during a data outage', () => {
    expect(postLabel(aLiveMatch({ minute: 67 }), true)).toBe('Post');
  });
});
