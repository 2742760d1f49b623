import { describe, expect, it } from '@jest/globals';

import { type Candidate, rankCandidates, toCandidate, toSuggestion } from './suggestion-ranking.js';

function aCandidate(username: string, overrides: Partial<Candidate> = {}): Candidate {
  return {
    fan: { _id: username, username, profilePicture: '' },
    sameTeam: false,
    friendsInCommon: 0,
    ...overrides,
  };
}

describe('Friend suggestions', () => {
  it('rank both reasons first, then friends in common, then the team, else the given order', () => {
    const candidates = [
      aCandidate('new'),
      aCandidate('newer'),
      aCandidate('team', { sameTeam: true }),
      aCandidate('one friend', { friendsInCommon: 1 }),
      aCandidate('nine friends', { friendsInCommon: 9 }),
      aCandidate('both', { sameTeam: true, friendsInCommon: 1 }),
    ];

    expect(rankCandidates(candidates).map(({ fan }) => fan.username)).toEqual([
      'both',
      'nine friends',
      'one friend',
      'team',
      'new',
      'newer',
    ]);
  });

  it.each([
    [{ sameTeam: true }, 'Same team'],
    [{ friendsInCommon: 1 }, '1 friend in common'],
    [{ friendsInCommon: 3 }, '3 friends in common'],
    [{ sameTeam: true, friendsInCommon: 3 }, 'Same team, 3 friends in common'],
    [{}, 'Recently active'],
  ])('with %j have the reason %j', (overrides, reason) => {
    expect(toSuggestion(aCandidate('ana', overrides)).reason).toBe(reason);
  });

  it.each([
    ['Arsenal', 'arsenal', true],
    ['Atlético', 'ATLETICO', true],
    ['Arsenal', 'Ajax', false],
    ['', '', false],
  ])('between fans of %j and %j have sameTeam %s', (mine, team, sameTeam) => {
    const { fan } = aCandidate('ana');

    expect(toCandidate({ fan, team }, mine)).toEqual({ fan, sameTeam, friendsInCommon: 0 });
  });
});
