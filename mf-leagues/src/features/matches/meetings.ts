import type { Match } from '@kickoff/contracts';

/** At most so many earlier meetings are shown. */
const MOST_PREVIOUS = 3;

export interface Meetings {
  /** The earliest later match of the two; undefined while none is known. */
  next: Match | undefined;
  /** Played before the match, latest first. */
  previous: Match[];
}

/** Finds the next and the previous meetings of a match's clubs. */
export function findMeetings(
  match: Match,
  headToHead: readonly Match[],
  season: readonly Match[],
): Meetings {
  const clubs = [match.homeTeam.id, match.awayTeam.id];
  const ofBoth = season.filter(
    ({ id, homeTeam, awayTeam }) =>
      id !== match.id && clubs.includes(homeTeam.id) && clubs.includes(awayTeam.id),
  );
  const [next] = ofBoth
    .filter(({ utcDate, status }) => utcDate > match.utcDate && status === 'SCHEDULED')
    .toSorted((one, other) => one.utcDate.localeCompare(other.utcDate));
  const previous = headToHead
    .filter(({ utcDate }) => utcDate < match.utcDate)
    .slice(0, MOST_PREVIOUS);
  return { next, previous };
}
