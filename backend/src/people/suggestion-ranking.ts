import type { FanSummary, FriendSuggestion } from '@kickoff/contracts';

import type { SuggestableFan } from '../users/user.view.js';

/** Ignores case and accents, as the database's collation does. */
const TEAM_NAMES = new Intl.Collator('en', { sensitivity: 'base' });

/** A fan who may be suggested, with the reasons. */
export interface Candidate {
  fan: FanSummary;
  sameTeam: boolean;
  /** Number of the reader's friends who follow this fan. */
  friendsInCommon: number;
}

/** Sorts best first: both reasons, then more friends in common, then the same team. */
export function rankCandidates(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (one, other) =>
      Number(hasBothReasons(other)) - Number(hasBothReasons(one)) ||
      other.friendsInCommon - one.friendsInCommon ||
      Number(other.sameTeam) - Number(one.sameTeam),
  );
}

/** Converts a fan to a candidate for a reader with this favourite team. */
export function toCandidate(
  { fan, team }: SuggestableFan,
  myTeam: string,
  friendsInCommon = 0,
): Candidate {
  const sameTeam = myTeam !== '' && TEAM_NAMES.compare(team, myTeam) === 0;
  return { fan, sameTeam, friendsInCommon };
}

/** Maps a candidate to the contract, with its reasons as text. */
export function toSuggestion({ fan, sameTeam, friendsInCommon }: Candidate): FriendSuggestion {
  const inCommon =
    friendsInCommon === 1 ? '1 friend in common' : `${friendsInCommon} friends in common`;
  const reasons = [...(sameTeam ? ['Same team'] : []), ...(friendsInCommon > 0 ? [inCommon] : [])];
  return { ...fan, reason: reasons.length > 0 ? reasons.join(', ') : 'Recently active' };
}

function hasBothReasons({ sameTeam, friendsInCommon }: Candidate): boolean {
  return sameTeam && friendsInCommon > 0;
}
