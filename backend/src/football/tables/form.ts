import type { Result } from './results.js';

const FORM_LENGTH = 5;

/** A club's last five results, newest last: `W,D,L`. A match in play does not count. */
export function formOf(team: string, results: readonly Result[]): string {
  return results
    .filter(({ home, away, live }) => !live && (home === team || away === team))
    .sort((one, other) => one.kickoff.localeCompare(other.kickoff))
    .slice(-FORM_LENGTH)
    .map(({ home, homeGoals, awayGoals }) => {
      const margin = home === team ? homeGoals - awayGoals : awayGoals - homeGoals;
      return margin > 0 ? 'W' : margin < 0 ? 'L' : 'D';
    })
    .join(',');
}
