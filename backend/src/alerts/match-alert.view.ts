import type { MatchAlert as MatchAlertAnswer } from '@kickoff/contracts';

import type { MatchAlert } from './match-alert.schema.js';

export function toMatchAlertAnswer(
  alert: Pick<MatchAlert, 'matchId' | 'kickOff' | 'goals' | 'fullTime'>,
): MatchAlertAnswer {
  const { matchId, kickOff, goals, fullTime } = alert;
  return { matchId, kickOff, goals, fullTime };
}
