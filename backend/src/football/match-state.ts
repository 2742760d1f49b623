import type { Match } from '@kickoff/contracts';

/** Key of a match's state; another key is a change. */
export function toStateKey({ status, utcDate, score: { fullTime } }: Match): string {
  return `${status} ${utcDate} ${fullTime.homeTeam ?? '-'}:${fullTime.awayTeam ?? '-'}`;
}
