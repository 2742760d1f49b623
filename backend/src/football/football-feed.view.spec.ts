import { aLeague, at } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { toFeedRow } from './football-feed.view.js';
import {
  emptySnapshot,
  type LeagueSnapshot,
  type GoalsPart,
} from './snapshots/league-snapshot.schema.js';

const tried = (minute: number) => ({ lastTriedAt: new Date(at(0, 14, minute)), failures: 0 });
const goalsOf = (matchId: string, minute: number, facts: Partial<GoalsPart> = {}): GoalsPart => ({
  matchId,
  askedAt: '1-0',
  ...tried(minute),
  ...facts,
});
const rowOf = (facts: Partial<LeagueSnapshot>) =>
  toFeedRow(
    aLeague(),
    { ...emptySnapshot('premier_league', 'api-football'), matches: tried(10), ...facts },
    undefined,
    0,
  );

describe('toFeedRow', () => {
  it('shows the error of the latest goals if nothing else failed', () => {
    const old = goalsOf('old', 2, { lastError: 'bad_payload' });
    const late = goalsOf('late', 12, { lastError: 'unavailable' });

    expect(rowOf({ goals: [late, old] })).toMatchObject({
      lastTriedAt: at(0, 14, 12),
      lastError: 'Goals of a match: The provider did not answer, or not in time.',
    });
    expect(rowOf({ goals: [old, goalsOf('well', 5)] })).toMatchObject({
      lastTriedAt: at(0, 14, 10),
      lastError: null,
    });
  });

  it('shows an error of matches, table or scorers before one of goals', () => {
    const goals = [goalsOf('late', 12, { lastError: 'unavailable' })];

    expect(rowOf({ goals, standings: { ...tried(9), lastError: 'forbidden' } }).lastError).toBe(
      'The key may not see this league. It is not asked for until the next start.',
    );
  });
});
