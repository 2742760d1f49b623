import type { FanSummary, FriendSuggestion } from '@kickoff/contracts';

import type { SuggestableFan } from '../users/user.view.js';

/** As the database compares teams: case and accents do not count. */
const TEAM_NAMES = new Intl.Collator('en', { sensitivity: 'base' });

/** A fan who may be suggested, and what speaks for it. */
export interface Candidate {
  fan: FanSummary;
  sameTeam: boolean;
  /** How many of my friends follow this fan. */
  friendsInCommon: number;
}

/** Best first: both reasons before one, more friends in common before fewer, then the same team. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted(
    (one, other) =>
      Number(hasBoth(other)) - Number(hasBoth(one)) ||
      other.friendsInCommon - one.friendsInCommon ||
      Number(other.sameTeam) - Number(one.sameTeam),
  );
}

/** A fan as a candidate for one whose favorite team this is. */
export function toCandidate(
  { fan, team }: SuggestableFan,
  myTeam: string,
  friendsInCommon = 0,
): Candidate {
  const sameTeam = myTeam !== '' && TEAM_NAMES.compare(team, myTeam) === 0;
  return { fan, sameTeam, friendsInCommon };
}

/** The suggestion with its reason in words, where there is one. */
export function toSuggestion({ fan, sameTeam, friendsInCommon }: Candidate): FriendSuggestion {
  const inCommon =
    friendsInCommon === 1 ? '1 friend in common' : `${friendsInCommon} friends in common`;
  const reasons = [...(sameTeam ? ['Same team'] : []), ...(friendsInCommon > 0 ? [inCommon] : [])];
  return { ...fan, ...(reasons.length > 0 ? { reason: reasons.join(', ') } : {}) };
}

function hasBoth({ sameTeam, friendsInCommon }: Candidate): boolean {
  return sameTeam && friendsInCommon > 0;
}
