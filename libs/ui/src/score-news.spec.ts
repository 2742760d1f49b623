import { aLiveMatch, aMatch, aResult } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { scoreNews } from './score-news';

const before = [aLiveMatch({ goals: [1, 1] })];

describe('scoreNews', () => {
  it('says the new score and the minute', () => {
    const after = [aLiveMatch({ goals: [2, 1], minute: 73 })];

    expect(scoreNews(before, after)).toBe('Liverpool 2, Chelsea 1, 73 minutes');
  });

  it('leaves the minute out where the source has none', () => {
    const match = aLiveMatch({ goals: [2, 1] });
    delete match.minute;

    expect(scoreNews(before, [match])).toBe('Liverpool 2, Chelsea 1');
  });

  it('says that a match is over', () => {
    expect(scoreNews(before, [aResult({ goals: [1, 1] })])).toBe(
      'Full time: Liverpool 1, Chelsea 1',
    );
  });

  it('calls a goal taken back a correction', () => {
    expect(scoreNews(before, [aLiveMatch({ goals: [0, 1] })])).toBe(
      'Correction: Liverpool 0, Chelsea 1, 72 minutes',
    );
  });

  it('is silent while only the clock runs', () => {
    expect(scoreNews(before, [aLiveMatch({ goals: [1, 1], minute: 73 })])).toBe('');
  });

  it('is silent at kick-off', () => {
    expect(scoreNews([aMatch({})], [aLiveMatch({ goals: [0, 0], minute: 1 })])).toBe('');
  });

  it('is silent of matches that were not on the page before', () => {
    expect(scoreNews([], [aLiveMatch({ goals: [2, 0] })])).toBe('');
  });
});
