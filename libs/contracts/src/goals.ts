import type { MatchEvent } from './football.js';

/** Whether an event is a goal that counts. */
export function isGoal({ kind }: Pick<MatchEvent, 'kind'>): boolean {
  return kind === 'goal' || kind === 'penalty' || kind === 'own_goal';
}

/** How many goals a match's events give to each side. */
export function goalsIn(events: readonly MatchEvent[]): { homeTeam: number; awayTeam: number } {
  const goals = events.filter(isGoal);
  const homeTeam = goals.filter(({ team }) => team === 'homeTeam').length;
  return { homeTeam, awayTeam: goals.length - homeTeam };
}
