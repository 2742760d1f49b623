import type { Match } from '@kickoff/contracts';

/**
 * Returns the ids of matches whose score was corrected: a finished match has another score, or a
 * running one has lost a goal.
 */
export function correctedMatches(before: readonly Match[], after: readonly Match[]): string[] {
  const known = new Map(before.map((match) => [match.id, match]));
  return after.filter((match) => isCorrected(known.get(match.id), match)).map(({ id }) => id);
}

function isCorrected(was: Match | undefined, is: Match): boolean {
  if (!was) return false;
  const sides = ['homeTeam', 'awayTeam'] as const;
  return sides.some((side) => {
    const [old, now] = [was.score.fullTime[side], is.score.fullTime[side]];
    if (old === null) return false;
    return was.status === 'FINISHED' ? now !== old : now !== null && now < old;
  });
}
