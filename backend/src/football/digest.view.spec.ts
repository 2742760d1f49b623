import { aLeague, aMatch, aResult, aRow, at, aTeam, NOW } from '@kickoff/testing';
import type { LeagueData, Match, Team } from '@kickoff/contracts';
import { describe, expect, it } from '@jest/globals';

import { toDigest } from './digest.view.js';

const ARSENAL: Team = { ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] };

const idsOf = (matches: readonly Match[]) => matches.map(({ id }) => id);

describe('toDigest: recent matches', () => {
  it("starts with the club's last two, newest first, without duplicates", () => {
    const own = [9, 2, 16].map((days) =>
      aResult({ id: `own ${days}`, home: 'Arsenal', utcDate: at(-days, 15) }),
    );
    const others = [1, 3, 4].map((days) => aResult({ id: `${days}`, utcDate: at(-days, 15) }));
    const leagues = [aLeague({ matches: own }), aLeague({ league: 'la_liga', matches: others })];

    const { recent } = toDigest(leagues, ARSENAL, NOW);

    expect(idsOf(recent)).toEqual(['own 2', 'own 9', '1', '3']);
  });

  it('lists matches in play, then the latest, for fans without a club', () => {
    const live = aMatch({ id: 'live', status: 'IN_PLAY', goals: [0, 0], utcDate: at(0, 13) });
    const results = [2, 1].map((days) => aResult({ id: `${days}`, utcDate: at(-days, 15) }));

    const { recent } = toDigest([aLeague({ matches: [...results, live] })], null, NOW);

    expect(idsOf(recent)).toEqual(['live', '1', '2']);
  });
});

describe('toDigest: delay', () => {
  const live = aMatch({ id: 'live', status: 'IN_PLAY', goals: [0, 0], utcDate: at(0, 13) });

  it('is set while a match of a delayed league is in play', () => {
    expect(toDigest([aLeague({ delayed: true, matches: [live] })], null, NOW).delayed).toBe(true);
  });

  it('is not set without a match in play, nor by a league without a delay', () => {
    const leagues = [
      aLeague({ delayed: true, matches: [aResult()] }),
      aLeague({ league: 'la_liga', matches: [live] }),
    ];

    expect(toDigest(leagues, null, NOW)).not.toHaveProperty('delayed');
  });
});

describe('toDigest: next matches', () => {
  it('omits those of which the provider knows only the day', () => {
    const matches = [
      aMatch({ id: 'day', utcDate: '2026-12-05T00:00:00.000Z' }),
      aMatch({ id: 'time', utcDate: '2026-12-06T15:00:00.000Z' }),
    ];
    const upcomingFrom = (source: LeagueData['source']) =>
      idsOf(toDigest([aLeague({ source, matches })], null, NOW).upcoming);

    expect(upcomingFrom('football-data.org')).toEqual(['time']);
    expect(upcomingFrom('demo')).toEqual(['day', 'time']);
  });

  const upcomingOf = (matches: Match[], club: Team | null = null) =>
    idsOf(toDigest([aLeague({ matches })], club, NOW).upcoming);

  it("starts with the club's next match, then sorts by kick-off", () => {
    const coming = [1, 2, 3, 4, 5].map((days) =>
      aMatch({ id: `in ${days}`, utcDate: at(days, 15) }),
    );
    const own = [6, 7].map((days) =>
      aMatch({ id: `own in ${days}`, away: 'Arsenal', utcDate: at(days, 15) }),
    );

    expect(upcomingOf([...own, ...coming.toReversed()], ARSENAL)).toEqual([
      'own in 6',
      'in 1',
      'in 2',
      'in 3',
    ]);
  });

  it('includes a started match for a fan whose viewpoint is before its kick-off', () => {
    const viewpoint = { matchId: 'begun', mode: 'delayed', seconds: 45 } as const;
    const begun = { ...aMatch({ id: 'begun', utcDate: at(0, 14) }), viewpoint };

    expect(upcomingOf([begun])).toEqual(['begun']);
  });

  it('omits overdue, postponed and cancelled matches', () => {
    const late = aMatch({ id: 'late', utcDate: at(0, 14) });
    const off = aMatch({ id: 'off', utcDate: at(1, 15), status: 'POSTPONED' });

    expect(upcomingOf([late, off])).toEqual([]);
  });
});

describe('toDigest: league', () => {
  const quiet = aLeague({ matches: [aMatch({ utcDate: at(3, 15) })] });
  const playing = aLeague({ league: 'la_liga', matches: [aMatch({ utcDate: at(0, 15) })] });

  it("is the league of the club's country", () => {
    const europe = aLeague({
      league: 'champions_league',
      standings: [{ type: 'TOTAL', table: [aRow('Arsenal')] }],
    });

    expect(toDigest([europe, playing, quiet], ARSENAL, NOW).league).toMatchObject({
      league: 'premier_league',
      name: 'Premier League',
    });
  });

  it('is a league that plays today for fans without a club, else the first', () => {
    expect(toDigest([quiet, playing], null, NOW).league.league).toBe('la_liga');
    expect(toDigest([quiet], null, NOW).league.league).toBe('premier_league');
  });
});

describe('toDigest: sources', () => {
  const result = aResult({ id: 'result', utcDate: at(-1, 15) });
  const english = aLeague({ updatedAt: at(0, 14, 30), matches: [result] });
  const spanish = aLeague({
    league: 'la_liga',
    source: 'football-data.org',
    updatedAt: at(0, 14, 10),
    matches: [{ ...result, id: 'other' }],
  });
  const quiet = aLeague({
    league: 'serie_a',
    source: 'api-football',
    updatedAt: at(0, 2),
    matches: [],
  });

  it('names the sources of the shown matches and the oldest update', () => {
    expect(toDigest([english, spanish, quiet], null, NOW)).toMatchObject({
      sources: ['demo', 'football-data.org'],
      updatedAt: at(0, 14, 10),
    });
  });

  it('uses the update of leagues in play while a match is in play', () => {
    const live = aMatch({ id: 'live', status: 'IN_PLAY', goals: [0, 0], utcDate: at(0, 13) });
    const playing = { ...english, matches: [result, live] };

    expect(toDigest([playing, spanish], null, NOW)).toMatchObject({
      sources: ['demo', 'football-data.org'],
      updatedAt: at(0, 14, 30),
    });
  });

  it('uses all leagues if no match is shown', () => {
    expect(toDigest([quiet, { ...english, matches: [] }], null, NOW)).toMatchObject({
      sources: ['api-football', 'demo'],
      updatedAt: at(0, 2),
    });
  });
});
