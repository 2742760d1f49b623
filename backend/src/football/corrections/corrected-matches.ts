import type { Match } from '@kickoff/contracts';

/**
 * The matches of which news takes back what was told before: the score of one
 * that was over is another, or a running one has lost a goal.
 */
export function correctedMatches(before: readonly Match[], news: readonly Match[]): string[] {
  const known = new Map(before.map((match) => [match.id, match]));
  return news.filter((match) => takesBack(known.get(match.id), match)).map(({ id }) => id);
}

function takesBack(was: Match | undefined, is: Match): boolean {
  if (!was) return false;
  const sides = ['homeTeam', 'awayTeam'] as const;
  return sides.some((side) => {
    const [told, tells] = [was.score.fullTime[side], is.score.fullTime[side]];
    if (told === null) return false;
    return was.status === 'FINISHED' ? tells !== told : tells !== null && tells < told;
  });
}
