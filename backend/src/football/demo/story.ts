import type { MatchEvent } from '@kickoff/contracts';

import { clubOf, rulesOf, seasonLabel } from '../leagues.js';
import type { Fixture } from './fixtures.js';
import { poisson, type Random, randomOf, weightedIndex, wholeNumber } from './random.js';
import { ASSISTS_BY_PLACE, CARDS_BY_PLACE, GOALS_BY_PLACE, squadOf } from './squads.js';

const MINUTE_MS = 60_000;
const HALF_MINUTES = 45;
const BREAK_MINUTES = 15;

/** Goals per point of strength, calibrated on real tables. */
const STRENGTH_WEIGHT = 0.0205;

const PENALTY_SHARE = 0.08;
const OWN_GOAL_SHARE = 0.03;
const ASSIST_SHARE = 0.7;
const YELLOW_CARDS_PER_SIDE = 1.9;
const RED_CARD_SHARE = 0.07;

/**
 * Share of matches with a goal disallowed by the video referee, about a minute after it counted.
 */
const TAKEN_BACK_SHARE = 1 / 30;
const REVIEW_MS = { min: 70_000, max: 150_000 };
/** No other goal is this close to a disallowed one. */
const REVIEW_DISTANCE_MS = 4 * MINUTE_MS;

type Side = MatchEvent['team'];
const SIDES = ['homeTeam', 'awayTeam'] as const;

/** A match event, visible from `fromMs` after kick-off and, if disallowed, until `untilMs`. */
export interface Happening {
  fromMs: number;
  untilMs?: number;
  event: MatchEvent;
}

/**
 * A whole match, computed before it begins: the ends of its parts relative to kick-off, and its
 * events.
 */
export interface Story {
  firstHalfEndMs: number;
  secondHalfStartMs: number;
  endMs: number;
  happenings: readonly Happening[];
}

/** Minutes of both halves, with stoppage time. */
interface Length {
  first: number;
  second: number;
}

interface Moment {
  fromMs: number;
  clock: { minute: number; injuryTime?: number };
}

/** Computes the events of a match; deterministic. */
export function storyOf(fixture: Fixture): Story {
  const { league, year, home, away } = fixture;
  const random = randomOf(`${league}|${seasonLabel(year)}|${home}|${away}`);
  const length = lengthOf(random);
  const squads: Record<Side, readonly string[]> = {
    homeTeam: squadOf(home),
    awayTeam: squadOf(away),
  };
  const means = goalMeans(fixture);

  const goals = SIDES.flatMap((side) =>
    Array.from({ length: poisson(means[side], random) }, () =>
      goalOf(side, squads, momentOf(length, random), random),
    ),
  );
  const scoring = [...goals, ...takenBack(squads, goals, length, random)];
  const happenings = [...scoring, ...cards(squads, scoring, length, random)].sort(
    (one, other) => one.fromMs - other.fromMs,
  );

  return toStory(length, happenings);
}

/** Computes a match that ends with this result; equal for equal seeds. */
export function storyOfResult(
  seed: string,
  squads: Record<Side, readonly string[]>,
  result: Record<Side, number>,
): Story {
  const random = randomOf(seed);
  const length = lengthOf(random);
  const goals = SIDES.flatMap((side) =>
    Array.from({ length: result[side] }, () =>
      goalOf(side, squads, momentOf(length, random), random),
    ),
  );
  return toStory(
    length,
    goals.sort((one, other) => one.fromMs - other.fromMs),
  );
}

function lengthOf(random: Random): Length {
  return {
    first: HALF_MINUTES + wholeNumber(1, 3, random),
    second: HALF_MINUTES + wholeNumber(3, 7, random),
  };
}

function toStory(length: Length, happenings: readonly Happening[]): Story {
  const secondHalfStartMs = (length.first + BREAK_MINUTES) * MINUTE_MS;
  return {
    firstHalfEndMs: length.first * MINUTE_MS,
    secondHalfStartMs,
    endMs: secondHalfStartMs + length.second * MINUTE_MS,
    happenings,
  };
}

/** Expected goals of each side: the league's means, adjusted by the difference in strength. */
function goalMeans({ league, home, away }: Fixture): Record<Side, number> {
  const { demo } = rulesOf(league);
  const tilt = Math.exp(STRENGTH_WEIGHT * (clubOf(home).strength - clubOf(away).strength));
  const norm = tiltNorm(league);
  return { homeTeam: (demo.homeGoals * tilt) / norm, awayTeam: demo.awayGoals / tilt / norm };
}

const norms = new Map<Fixture['league'], number>();

/**
 * The mean adjustment over all pairings in both directions: dividing by it preserves the means of
 * the league.
 */
function tiltNorm(league: Fixture['league']): number {
  const known = norms.get(league);
  if (known !== undefined) return known;

  const { clubs, demo } = rulesOf(league);
  const pairs = demo.rounds
    ? demo.rounds.flat()
    : clubs.flatMap((one) =>
        clubs.filter((other) => other < one).map((other) => [one, other] as const),
      );
  const tilts = pairs.map(([one, other]) =>
    Math.cosh(STRENGTH_WEIGHT * (clubOf(one).strength - clubOf(other).strength)),
  );
  const norm = tilts.reduce((sum, tilt) => sum + tilt, 0) / tilts.length;
  norms.set(league, norm);
  return norm;
}

/** A random moment of play; later ones are likelier. */
function momentOf(length: Length, random: Random): Moment {
  const minutes = length.first + length.second;
  let minute = wholeNumber(1, minutes, random);
  while (random() > (1 + minute / minutes) / 2) minute = wholeNumber(1, minutes, random);

  const second = Math.floor(random() * 60);
  const inFirstHalf = minute <= length.first;
  const ofHalf = inFirstHalf ? minute : minute - length.first;
  const startMs = inFirstHalf ? 0 : (length.first + BREAK_MINUTES) * MINUTE_MS;
  const fromMs = startMs + (ofHalf - 1) * MINUTE_MS + second * 1000;
  return { fromMs, clock: clockOf(inFirstHalf ? 0 : HALF_MINUTES, ofHalf) };
}

/** The displayed minute: beyond the 45th of a half it counts as stoppage time. */
export function clockOf(playedBefore: number, minuteOfHalf: number): Moment['clock'] {
  const minute = playedBefore + Math.min(minuteOfHalf, HALF_MINUTES);
  const injuryTime = minuteOfHalf - HALF_MINUTES;
  return injuryTime > 0 ? { minute, injuryTime } : { minute };
}

function goalOf(
  team: Side,
  squads: Record<Side, readonly string[]>,
  { fromMs, clock }: Moment,
  random: Random,
): Happening {
  const luck = random();
  if (luck < OWN_GOAL_SHARE) {
    const opponents = squads[team === 'homeTeam' ? 'awayTeam' : 'homeTeam'];
    const player = playerOf(opponents, CARDS_BY_PLACE, random);
    return { fromMs, event: { kind: 'own_goal', team, ...clock, player } };
  }

  const player = playerOf(squads[team], GOALS_BY_PLACE, random);
  if (luck < OWN_GOAL_SHARE + PENALTY_SHARE) {
    return { fromMs, event: { kind: 'penalty', team, ...clock, player } };
  }

  const assist = playerOf(squads[team], ASSISTS_BY_PLACE, random);
  const assisted = random() < ASSIST_SHARE && assist.name !== player.name;
  return {
    fromMs,
    event: { kind: 'goal', team, ...clock, player, ...(assisted ? { assist } : {}) },
  };
}

function playerOf(squad: readonly string[], weights: readonly number[], random: Random) {
  return { name: squad[weightedIndex(weights, random)] ?? '' };
}

/** Cards go to players without other events, so nobody scores after being sent off. */
function cards(
  squads: Record<Side, readonly string[]>,
  scoring: readonly Happening[],
  length: Length,
  random: Random,
): Happening[] {
  const busy = new Set(
    scoring.flatMap(({ event }) => [event.player.name, event.assist?.name ?? '']),
  );
  return SIDES.flatMap((team) => {
    const yellow = poisson(YELLOW_CARDS_PER_SIDE, random);
    const red = random() < RED_CARD_SHARE ? 1 : 0;
    return Array.from({ length: yellow + red }, (_, index): Happening[] => {
      const player = playerOf(squads[team], CARDS_BY_PLACE, random);
      const { fromMs, clock } = momentOf(length, random);
      if (busy.has(player.name)) return [];
      busy.add(player.name);
      const kind = index < yellow ? 'yellow_card' : 'red_card';
      return [{ fromMs, event: { kind, team, ...clock, player } }];
    }).flat();
  });
}

/** Rarely adds a goal that the video referee disallows. */
function takenBack(
  squads: Record<Side, readonly string[]>,
  goals: readonly Happening[],
  length: Length,
  random: Random,
): Happening[] {
  if (random() >= TAKEN_BACK_SHARE) return [];

  const team = random() < 0.5 ? 'homeTeam' : 'awayTeam';
  const minuteOfHalf = wholeNumber(5, HALF_MINUTES - 5, random);
  const inFirstHalf = random() < 0.5;
  const startMs = inFirstHalf ? 0 : (length.first + BREAK_MINUTES) * MINUTE_MS;
  const fromMs = startMs + (minuteOfHalf - 1) * MINUTE_MS;
  const untilMs = fromMs + wholeNumber(REVIEW_MS.min, REVIEW_MS.max, random);
  if (goals.some((goal) => Math.abs(goal.fromMs - fromMs) < REVIEW_DISTANCE_MS)) return [];

  const before = inFirstHalf ? 0 : HALF_MINUTES;
  const player = playerOf(squads[team], GOALS_BY_PLACE, random);
  const reviewedIn = Math.floor((untilMs - startMs) / MINUTE_MS) + 1;
  return [
    {
      fromMs,
      untilMs,
      event: { kind: 'goal', team, ...clockOf(before, minuteOfHalf), player },
    },
    {
      fromMs: untilMs,
      event: { kind: 'disallowed_goal', team, ...clockOf(before, reviewedIn), player },
    },
  ];
}
