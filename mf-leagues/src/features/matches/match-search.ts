import type { Match } from '@kickoff/contracts';

/** Without case and accents: who types 'munchen' means München. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The matches in which a team takes part whose name contains what was typed. */
export function matchesOf(typed: string, matches: Match[]): Match[] {
  const wanted = fold(typed.trim());
  return matches.filter(({ homeTeam, awayTeam }) =>
    [homeTeam, awayTeam].some(({ name }) => fold(name).includes(wanted)),
  );
}
