import type { Match } from '@kickoff/contracts';

/** Key of a match's state; another key is a change. */
export function toStateKey({ status, utcDate, score: { fullTime } }: Match): string {
  return `${status} ${utcDate} ${fullTime.homeTeam ?? '-'}:${fullTime.awayTeam ?? '-'}`;
}

/** Returns whether a match is finished or cancelled. */
export function isOver({ status }: Pick<Match, 'status'>): boolean {
  return status === 'FINISHED' || status === 'CANCELED';
}

/** Returns whether a match is not to be played any more at the time that it has. */
export function isOverOrPostponed(match: Pick<Match, 'status'>): boolean {
  return isOver(match) || match.status === 'POSTPONED';
}
