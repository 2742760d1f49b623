import { type Match, isInPlay } from '@kickoff/contracts';
import { fillText, formatDay, startOfDay } from '@kickoff/ui';

import { dateOf } from '../../kick-off';
import { texts } from '../../texts';

/** Matches of one day and one matchday. */
export interface MatchDay {
  heading: string;
  matches: Match[];
}

export interface MatchDays {
  /** Live matches, also those that began before midnight, and all others of today: live first. */
  today: MatchDay[];
  /** What is not yet over, of today or later: nearest first. */
  fixtures: MatchDay[];
  /** The fixtures of later days. */
  next: MatchDay[];
  /** What was played, of today or earlier: newest first. */
  results: MatchDay[];
}

/** Sorts live matches first, then upcoming, then finished. */
function rankOf(match: Match): number {
  if (isInPlay(match)) return 0;
  return match.status === 'FINISHED' ? 2 : 1;
}

function headingOf(day: number, today: number, matchday: number | null): string {
  const words =
    day === today ? fillText(texts.matches.today, { day: formatDay(day) }) : formatDay(day);
  return matchday === null
    ? words
    : `${words} · ${fillText(texts.matches.matchday, { number: matchday })}`;
}

interface DatedMatch {
  day: number;
  match: Match;
}

/** Groups matches by day and matchday, in the order in which they come. */
function toDays(dated: readonly DatedMatch[], today: number): MatchDay[] {
  const days = new Map<string, MatchDay>();
  for (const { day, match } of dated) {
    const heading = headingOf(day, today, match.matchday);
    const key = `${day} ${heading}`;
    const group = days.get(key);
    if (group) group.matches.push(match);
    else days.set(key, { heading, matches: [match] });
  }
  return [...days.values()];
}

const byKickOff = (one: DatedMatch, other: DatedMatch) =>
  one.day - other.day || Date.parse(one.match.utcDate) - Date.parse(other.match.utcDate);

/** Groups a league's matches for its tabs. A match of today is also a result or a fixture. */
export function groupByDay(matches: readonly Match[], now: number): MatchDays {
  const today = startOfDay(now);
  const dated = matches
    .map((match) => ({
      day: isInPlay(match) ? today : startOfDay(Date.parse(dateOf(match))),
      match,
    }))
    .toSorted(byKickOff);
  const isPlayed = ({ day, match }: DatedMatch) => day < today || match.status === 'FINISHED';
  const ofToday = dated
    .filter(({ day }) => day === today)
    .toSorted((one, other) => rankOf(one.match) - rankOf(other.match));
  const fixtures = dated.filter((one) => !isPlayed(one) && !isInPlay(one.match));
  return {
    today: toDays(ofToday, today),
    fixtures: toDays(fixtures, today),
    next: toDays(
      fixtures.filter(({ day }) => day > today),
      today,
    ),
    results: toDays(
      dated.filter(isPlayed).toSorted((one, other) => byKickOff(other, one)),
      today,
    ),
  };
}

/** Returns the days of the tab of today: on a quiet day also the next ones, so that it is not empty. */
export function todayAndNext({ today, next }: MatchDays, count: number): MatchDay[] {
  const missing = today.reduce((left, { matches }) => left - matches.length, count);
  return [...today, ...firstDays(next, missing)];
}

/** Returns as many whole days as it takes to reach `count` matches. */
export function firstDays(days: readonly MatchDay[], count: number): MatchDay[] {
  const shown: MatchDay[] = [];
  let held = 0;
  for (const day of days) {
    if (held >= count) break;
    shown.push(day);
    held += day.matches.length;
  }
  return shown;
}
