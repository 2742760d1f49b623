import type { Match } from '@kickoff/contracts';

/** Removes case and accents, so that 'munchen' finds München. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Filters the matches by a part of a team's name. */
export function matchesOf(typed: string, matches: Match[]): Match[] {
  const wanted = fold(typed.trim());
  return matches.filter(({ homeTeam, awayTeam }) =>
    [homeTeam, awayTeam].some(({ name }) => fold(name).includes(wanted)),
  );
}
