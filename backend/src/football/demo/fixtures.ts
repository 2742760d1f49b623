import type { League } from '@kickoff/contracts';

import { rulesOf, seasonLabel } from '../leagues.js';
import { randomOf, shuffled } from './random.js';

/**
 * A match without a date. Rounds count from 1; a season is named by the year in which it begins.
 */
export interface Fixture {
  league: League;
  year: number;
  round: number;
  home: string;
  away: string;
}

type Pairing = readonly [home: string, away: string];

/** A stable id: data of fans refers to it. */
export function fixtureId({ league, year, round, home, away }: Fixture): string {
  return `demo:${league}:${seasonLabel(year)}:${round}:${home}-${away}`;
}

/** All rounds of a league's season in order. */
export function roundsOf(league: League, year: number): Fixture[][] {
  const { clubs, demo } = rulesOf(league);
  const pairings = demo.rounds
    ? drawnRounds(demo.rounds, year)
    : doubleRoundRobin(shuffled(clubs, randomOf(`${league}|${seasonLabel(year)}`)));
  return pairings.map((pairs, index) =>
    pairs.map(([home, away]) => ({ league, year, round: index + 1, home, away })),
  );
}

/** Every second season swaps home and away: the Champions League's draw stays valid. */
function drawnRounds(rounds: readonly Pairing[][], year: number): readonly Pairing[][] {
  if (year % 2 === 0) return rounds;
  return rounds.map((pairs) => pairs.map(([home, away]) => [away, home] as const));
}

/**
 * The circle method: the first club stays, the others move on by one each round. With an odd
 * number one seat is empty, and its opponent has no match.
 */
function doubleRoundRobin(clubs: readonly string[]): Pairing[][] {
  const seats: (string | null)[] = clubs.length % 2 === 0 ? [...clubs] : [...clubs, null];
  const [first = null, ...others] = seats;
  const half = seats.length / 2;

  const firstHalf = others.map((_, round) => {
    const circle = [first, ...others.slice(round), ...others.slice(0, round)];
    const pairs: Pairing[] = [];
    for (let seat = 0; seat < half; seat += 1) {
      const near = circle[seat] ?? null;
      const far = circle[circle.length - 1 - seat] ?? null;
      if (near === null || far === null) continue;
      // The fixed club alternates home and away by round, the others by seat.
      const nearIsHome = (seat === 0 ? round : seat) % 2 === 0;
      pairs.push(nearIsHome ? [near, far] : [far, near]);
    }
    return pairs;
  });
  const secondHalf = firstHalf.map((pairs) => pairs.map(([home, away]): Pairing => [away, home]));
  return [...firstHalf, ...secondHalf];
}
