import type { Match } from '@kickoff/contracts';

/** What of a match is a change when it differs. */
export function toStateKey({ status, utcDate, score: { fullTime } }: Match): string {
  return `${status} ${utcDate} ${fullTime.homeTeam ?? '-'}:${fullTime.awayTeam ?? '-'}`;
}
