import type { LatestMatch, LeagueSummary } from './football.js';
import { isInPlay } from './in-play.js';

type Origin = Pick<LeagueSummary, 'league' | 'source' | 'updatedAt'>;

/**
 * Where matches shown together are from, and how old what is known of them is: of the leagues of
 * those in play, for only they change, of all where none is; without a match, of all leagues known.
 */
export function originOf(
  matches: readonly Pick<LatestMatch, 'league' | 'status'>[],
  leagues: readonly Origin[],
): { sources: Origin['source'][]; updatedAt: string | undefined } {
  const among = (shown: typeof matches) => {
    if (shown.length === 0) return leagues;
    const names = new Set(shown.map(({ league }) => league));
    return leagues.filter(({ league }) => names.has(league));
  };
  const inPlay = matches.filter(isInPlay);
  const ages = among(inPlay.length > 0 ? inPlay : matches).map(({ updatedAt }) => updatedAt);
  return {
    sources: [...new Set(among(matches).map(({ source }) => source))],
    updatedAt: ages.sort()[0],
  };
}
