import { aLiveMatch, aMatch, aResult } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { describeScoreChanges } from './score-changes';

const before = [aLiveMatch({ goals: [1, 1] })];

describe('describeScoreChanges', () => {
  it('returns the new score and the minute', () => {
    const after = [aLiveMatch({ goals: [2, 1], minute: 73 })];

    expect(describeScoreChanges(before, after)).toBe('Liverpool 2, Chelsea 1, 73 minutes');
  });

  it('omits the minute if the provider has none', () => {
    const match = aLiveMatch({ goals: [2, 1] });
    delete match.minute;

    expect(describeScoreChanges(before, [match])).toBe('Liverpool 2, Chelsea 1');
  });

  it('announces the end of a match', () => {
    expect(describeScoreChanges(before, [aResult({ goals: [1, 1] })])).toBe(
      'Full time: Liverpool 1, Chelsea 1',
    );
  });

  it('announces a cancelled goal as a correction', () => {
    expect(describeScoreChanges(before, [aLiveMatch({ goals: [0, 1] })])).toBe(
      'Correction: Liverpool 0, Chelsea 1, 72 minutes',
    );
  });

  it('returns nothing if only the minute changed', () => {
    expect(describeScoreChanges(before, [aLiveMatch({ goals: [1, 1], minute: 73 })])).toBe('');
  });

  it('returns nothing at kick-off', () => {
    expect(describeScoreChanges([aMatch({})], [aLiveMatch({ goals: [0, 0], minute: 1 })])).toBe('');
  });

  it('returns nothing for matches that are new in the list', () => {
    expect(describeScoreChanges([], [aLiveMatch({ goals: [2, 0] })])).toBe('');
  });

  it('returns nothing when the fan sees an earlier state of the match than before', () => {
    const replayed = (position: number, goals: [number, number]) =>
      aLiveMatch({ goals, viewpoint: { matchId: 'demo:1', mode: 'replay', position } });
    const at = (position: number) => [replayed(position, [0, 0])];

    expect(describeScoreChanges([aResult({ goals: [2, 1] })], at(0))).toBe('');
    expect(describeScoreChanges([replayed(900, [1, 0])], at(60))).toBe('');
    expect(describeScoreChanges(at(60), [replayed(900, [1, 0])])).toBe(
      'Liverpool 1, Chelsea 0, 72 minutes',
    );
  });
});
