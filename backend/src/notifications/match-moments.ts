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
  const changes = toGoals(before).map((old, side) => (goals[side] ?? 0) - old);
  // A postponed or cancelled match has no score, which is no correction.
  if (hasScore(after) && changes.some((change) => change !== 0)) {
    const isGoal = !isCorrection && changes.every((change) => change >= 0);
    moments.push({ moment: 'goals', text: `${isGoal ? 'Goal' : 'Corrected'}: ${line}` });
  }
  if (status === 'FINISHED' && before.status !== 'FINISHED') {
    moments.push({ moment: 'fullTime', text: `Full time: ${line}` });
  }
  return moments;
}

function toGoals({ score: { fullTime } }: Match): [number, number] {
  return [fullTime.homeTeam ?? 0, fullTime.awayTeam ?? 0];
}

function hasScore({ score: { fullTime } }: Match): boolean {
  return fullTime.homeTeam !== null && fullTime.awayTeam !== null;
}

function hasBegun(match: Match): boolean {
  const { status } = match;
  // A match whose status is unknown after its kick-off time is suspended too, without a score.
  if (status === 'SUSPENDED') return hasScore(match);
  return status === 'IN_PLAY' || status === 'PAUSED' || status === 'FINISHED';
}
