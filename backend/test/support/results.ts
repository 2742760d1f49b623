import { teamOf } from '../../src/football/leagues.js';
import type { ProvidedMatch } from '../../src/football/providers/league-data-provider.js';

/** A match `arsenal 2-1 chelsea`, by default finished on 21 November 2026. */
export function played(line: string, over: Partial<ProvidedMatch> = {}): ProvidedMatch {
  const [, home = '', homeGoals, awayGoals, away = ''] =
    /^(\S+) (\d+)-(\d+) (\S+)$/.exec(line) ?? [];
  const score = { homeTeam: Number(homeGoals), awayTeam: Number(awayGoals) };
  return {
    id: line,
    homeTeam: teamOf(home),
    awayTeam: teamOf(away),
    utcDate: '2026-11-21T15:00:00.000Z',
    status: 'FINISHED',
    matchday: 12,
    score: { fullTime: score, halfTime: score },
    ...over,
  };
}
