import { describe, expect, it } from '@jest/globals';
import type { LatestMatch, TimelineEntry } from '@kickoff/contracts';

import { teamOf } from '../../football/leagues.js';
import { LIVE } from '../../football/viewpoints/moment.js';
import { momentOfAuthor } from './seen-moment.js';

const MINUTE_MS = 60_000;
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const at = (minutes: number) => new Date(KICK_OFF + minutes * MINUTE_MS);

describe('momentOfAuthor', () => {
  it('returns the minute at which a match was suspended, until it is in play again', () => {
    const score = { homeTeam: 0, awayTeam: 0 };
    const match: LatestMatch = {
      id: 'derby',
      league: 'premier_league',
      homeTeam: teamOf('arsenal'),
      awayTeam: teamOf('chelsea'),
      utcDate: at(0).toISOString(),
      status: 'SUSPENDED',
      matchday: 1,
      score: { fullTime: score, halfTime: score },
    };
    const entries: TimelineEntry[] = [
      { seq: 1, at: at(0).toISOString(), kind: 'kick_off', minute: '1', estimated: true, score },
      { seq: 2, at: at(30).toISOString(), kind: 'suspended', minute: '31', estimated: true, score },
    ];

    const author = momentOfAuthor({ match, entries, moment: LIVE }, at(2_800));

    expect(author).toEqual({ at: at(2_800), minute: '31' });
  });
});
