import { isCalled, type MatchTeam } from '@kickoff/contracts';
import { useOwnProfile } from '@kickoff/web';

/** Returns whether a team is the one that the fan names as the favourite. */
export function useOwnTeam(): (team: MatchTeam) => boolean {
  const { data: me } = useOwnProfile();
  const words = me?.fav_team1.trim() ?? '';
  return (team) => words !== '' && isCalled(team, words);
}
