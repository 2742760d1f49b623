import { type Match, isInPlay } from '@kickoff/contracts';
import { formatDay, startOfDay } from '@kickoff/ui';

/** Matches of one day and one matchday. */
export interface MatchDay {
  heading: string;
  matches: Match[];
}

export interface MatchDays {
  /** Live matches, also those that began before midnight, and today's others. */
  today: MatchDay[];
  /** Nearest day first. */
  coming: MatchDay[];
  /** Latest day first. */
  earlier: MatchDay[];
}

/** Sorts live matches first, then upcoming, then finished. */
function rankOf(match: Match): number {
  if (isInPlay(match)) return 0;
  return match.status === 'FINISHED' ? 2 : 1;
}

function headingOf(day: number, today: number, matchday: number | null): string {
  const words = day === today ? `Today, ${formatDay(day)}` : formatDay(day);
  return matchday === null ? words : `${words} · Matchday ${matchday}`;
}

/** Groups a league's matches by day. */
export function groupByDay(matches: readonly Match[], now: number): MatchDays {
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
