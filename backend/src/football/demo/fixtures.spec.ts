import { describe, expect, it } from '@jest/globals';
import { LEAGUES } from '@kickoff/contracts';

import { clubOf, rulesOf } from '../leagues.js';
import { fixtureId, roundsOf } from './fixtures.js';

const YEARS = [2026, 2027, 2028];
const seasons = LEAGUES.flatMap((league) => YEARS.map((year) => [league, year] as const));
const roundRobins = seasons.filter(([league]) => league !== 'champions_league');

/** Returns `H` or `A` for each match of a club, in order. */
function sidesOf(club: string, rounds: ReturnType<typeof roundsOf>): string {
  return rounds
    .flat()
    .filter(({ home, away }) => home === club || away === club)
    .map(({ home }) => (home === club ? 'H' : 'A'))
    .join('');
}

describe.each(seasons)('roundsOf %s %i', (league, year) => {
  const rules = rulesOf(league);
  const rounds = roundsOf(league, year);

  it('fills all rounds', () => {
    expect(rounds).toHaveLength(rules.format.rounds);
    for (const round of rounds) expect(round).toHaveLength(rules.format.matchesPerRound);
  });

  it('schedules no club twice in a round', () => {
    for (const round of rounds) {
      const clubs = round.flatMap(({ home, away }) => [home, away]);
      expect(new Set(clubs).size).toBe(clubs.length);
    }
  });

  it('contains each pairing once with a unique id', () => {
    const fixtures = rounds.flat();

    expect(new Set(fixtures.map(({ home, away }) => `${home}-${away}`)).size).toBe(fixtures.length);
    expect(new Set(fixtures.map(fixtureId)).size).toBe(fixtures.length);
  });

  it('gives each club as many home matches as away matches', () => {
    for (const club of rules.clubs) {
      const sides = sidesOf(club, rounds);
      expect(sides.replaceAll('A', '')).toHaveLength(sides.length / 2);
    }
  });

  it('returns the same fixtures on every call', () => {
    expect(roundsOf(league, year)).toEqual(rounds);
  });
});

describe.each(roundRobins)('roundsOf %s %i as a round robin', (league, year) => {
  const { clubs, format } = rulesOf(league);
  const rounds = roundsOf(league, year);

  it('contains every ordered pair of clubs', () => {
    expect(rounds.flat()).toHaveLength(clubs.length * (clubs.length - 1));
  });

  it('limits runs of home or away matches', () => {
    // A round without a match for a club can join two runs.
    const longest = format.teams % 2 === 0 ? 3 : 4;
    for (const club of clubs) {
      expect(sidesOf(club, rounds)).not.toMatch(new RegExp(`H{${longest + 1}}|A{${longest + 1}}`));
    }
  });
});

it('roundsOf draws different fixtures for another season', () => {
  const pairs = (year: number) =>
    roundsOf('premier_league', year)[0]?.map(({ home, away }) => `${home}-${away}`);

  expect(pairs(2027)).not.toEqual(pairs(2026));
});

describe.each(YEARS)('The Champions League draw of %i', (year) => {
  const { clubs, format } = rulesOf('champions_league');
  const fixtures = roundsOf('champions_league', year).flat();

  it('gives each club two opponents per pot, one at home and one away', () => {
    for (const club of clubs) {
      for (const pot of format.pots ?? []) {
        expect(
          fixtures.filter(({ home, away }) => home === club && pot.includes(away)),
        ).toHaveLength(1);
        expect(
          fixtures.filter(({ home, away }) => away === club && pot.includes(home)),
        ).toHaveLength(1);
      }
    }
  });

  it('draws no opponent of the same country and at most two of any other', () => {
    for (const club of clubs) {
      const countries = fixtures
        .filter(({ home, away }) => home === club || away === club)
        .map(({ home, away }) => clubOf(home === club ? away : home).country);
      expect(countries).not.toContain(clubOf(club).country);
      for (const country of countries) {
        expect(countries.filter((other) => other === country).length).toBeLessThanOrEqual(2);
      }
    }
  });
});
