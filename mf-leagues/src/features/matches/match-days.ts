import { type Match, isInPlay } from '@kickoff/contracts';
import { dayInWords, startOfDay } from '@kickoff/ui';

/** Matches of one day that belong to one matchday. */
export interface MatchDay {
  heading: string;
  matches: Match[];
}

export interface MatchDays {
  /** All that is in play, also what began before midnight, and what today brings beside it. */
  today: MatchDay[];
  /** The nearest day first. */
  coming: MatchDay[];
  /** The latest day first. */
  earlier: MatchDay[];
}

/** In play first, then what is still to come, then what is over. */
function rankOf(match: Match): number {
  if (isInPlay(match)) return 0;
  return match.status === 'FINISHED' ? 2 : 1;
}

function headingOf(day: number, today: number, matchday: number | null): string {
  const words = day === today ? `Today, ${dayInWords(day)}` : dayInWords(day);
  return matchday === null ? words : `${words} · Matchday ${matchday}`;
}

/** Puts a league's matches in the order in which a fan asks for them. */
export function matchDaysOf(matches: readonly Match[], now: number): MatchDays {
  const today = startOfDay(now);
  const dayOf = (match: Match) => (isInPlay(match) ? today : startOfDay(Date.parse(match.utcDate)));
  const sorted = matches.toSorted(
    (one, other) =>
      dayOf(one) - dayOf(other) ||
      rankOf(one) - rankOf(other) ||
      Date.parse(one.utcDate) - Date.parse(other.utcDate),
  );

  const groups = new Map<string, { day: number; first: Match; matches: Match[] }>();
  for (const match of sorted) {
    const day = dayOf(match);
    const key = `${day} ${match.matchday ?? ''}`;
    const group = groups.get(key);
    if (group) group.matches.push(match);
    else groups.set(key, { day, first: match, matches: [match] });
  }

  const days: MatchDays = { today: [], coming: [], earlier: [] };
  for (const { day, first, matches: held } of groups.values()) {
    const part = day === today ? 'today' : day > today ? 'coming' : 'earlier';
    days[part].push({ heading: headingOf(day, today, first.matchday), matches: held });
  }
  days.earlier.reverse();
  return days;
}

/** As many whole days as it takes to hold `count` matches. */
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
