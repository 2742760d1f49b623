import type { Match } from '@kickoff/contracts';

/** An event of a match that can be notified; the names are those of an alert's switches. */
export interface MatchMoment {
  moment: 'kickOff' | 'goals' | 'fullTime';
  /** The sentence of the notification. */
  text: string;
}

/**
 * Returns the notifiable events between two states of a match, in order; most changes have none.
 *
 * @param isCorrection whether no goal led to the score
 */
export function toMoments(before: Match, after: Match, isCorrection = false): MatchMoment[] {
  const { homeTeam, awayTeam, status } = after;
  const goals = toGoals(after);
  const line = `${homeTeam.shortName} ${goals.join('–')} ${awayTeam.shortName}`;
  const moments: MatchMoment[] = [];
  if (status === 'IN_PLAY' && !hasBegun(before)) {
    const text = `Kick-off: ${homeTeam.shortName} – ${awayTeam.shortName}`;
    moments.push({ moment: 'kickOff', text });
  }
  // A postponed or cancelled match has no score, which is no correction.
  const change = hasScore(after) ? sum(goals) - sum(toGoals(before)) : 0;
  if (change !== 0) {
    const text = change > 0 && !isCorrection ? `Goal: ${line}` : `Corrected: ${line}`;
    moments.push({ moment: 'goals', text });
  }
  if (status === 'FINISHED' && before.status !== 'FINISHED') {
    moments.push({ moment: 'fullTime', text: `Full time: ${line}` });
  }
  return moments;
}

function toGoals({ score: { fullTime } }: Match): [number, number] {
  return [fullTime.homeTeam ?? 0, fullTime.awayTeam ?? 0];
}

const sum = ([home, away]: [number, number]) => home + away;

function hasScore({ score: { fullTime } }: Match): boolean {
  return fullTime.homeTeam !== null && fullTime.awayTeam !== null;
}

function hasBegun(match: Match): boolean {
  const { status } = match;
  // A match whose status is unknown after its kick-off time is suspended too, without a score.
  if (status === 'SUSPENDED') return hasScore(match);
  return status === 'IN_PLAY' || status === 'PAUSED' || status === 'FINISHED';
}
