import { Injectable } from '@nestjs/common';
import type { FriendSuggestion } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { UsersService } from '../users/users.service.js';
import { FollowsRepository } from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';
import { type Candidate, ranked, toCandidate, toSuggestion } from './suggestion-ranking.js';

const DEFAULT_SIZE = 10;
/** Friends of friends are looked for among so many newest follows: mine, and theirs together. */
const MY_NEWEST = 100;
const THEIR_NEWEST = 500;
/** Candidates beyond those asked for: some may turn out to be followed already. */
const SPARE = 20;
/** How much wider each look at those seen last is, for a fan who follows nearly all of them. */
const ROUNDS = [1, 3, 9];

/** Whom to suggest fans to, with the newest of those whom they follow. */
interface Asker {
  fan: Fan;
  team: string;
  friends: readonly Types.ObjectId[];
}

/**
 * Owns who is suggested to a fan: friends of friends and fans of the same team
 * first, then who was here last. It looks at a bounded number of follows,
 * however many there are (docs/decisions/0009).
 */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly marks: KeptMarks,
    private readonly users: UsersService,
  ) {}

  /** Fans to follow, best first; never oneself, nor whom one follows, dismissed or does not see. */
  async suggest(fan: Fan, size = DEFAULT_SIZE): Promise<FriendSuggestion[]> {
    const [team, newest, { hidden, dismissed }] = await Promise.all([
      this.users.teamOf(fan.id),
      this.follows.findFollowed(fan.id, MY_NEWEST),
      this.marks.of(fan.id),
    ]);
    const asker: Asker = { fan, team, friends: newest.map((row) => row.followedId) };
    const never = new Set([fan.id, ...hidden, ...dismissed, ...asker.friends.map(String)]);

    const candidates = await this.closeTo(asker, never, size);
    for (const { fan: close } of candidates) never.add(close._id);
    for (const width of ROUNDS) {
      if (candidates.length >= size) break;
      const lookedAt = width * (size + SPARE);
      const { fans: seenLast, hasMore } = await this.users.seenLast(never, lookedAt);
      const ids = seenLast.map(({ fan: seen }) => seen._id);
      const followed = await this.followedAmong(asker, ids);
      for (const one of seenLast) {
        if (!followed.has(one.fan._id)) candidates.push(toCandidate(one, team));
      }
      if (!hasMore) break;
      for (const id of ids) never.add(id);
    }
    return ranked(candidates).slice(0, size).map(toSuggestion);
  }

  /** Fans of the same team and friends of friends. */
  private async closeTo(
    asker: Asker,
    never: ReadonlySet<string>,
    size: number,
  ): Promise<Candidate[]> {
    const { team, friends } = asker;
    const [teamMates, inCommon] = await Promise.all([
      team === '' ? [] : this.users.teamMates(team, never, size + SPARE),
      this.friendsInCommon(friends, never),
    ]);
    const mateIds = new Set(teamMates.map(({ fan }) => fan._id));
    const mostInCommon = [...inCommon]
      .sort(([, one], [, other]) => other - one)
      .map(([id]) => id)
      .filter((id) => !mateIds.has(id))
      .slice(0, size + SPARE);
    const followed = await this.followedAmong(asker, [...mateIds, ...mostInCommon]);
    const others = await this.users.suggestable(
      mostInCommon.filter((id) => !followed.has(id)).slice(0, size),
    );
    return [...teamMates.filter(({ fan }) => !followed.has(fan._id)), ...others].map((one) =>
      toCandidate(one, team, inCommon.get(one.fan._id)),
    );
  }

  /** How many of these friends follow a fan, by the fan's id. */
  private async friendsInCommon(
    friends: readonly Types.ObjectId[],
    never: ReadonlySet<string>,
  ): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { followedId } of await this.follows.findFollowedByAny(friends, THEIR_NEWEST)) {
      const id = followedId.toString();
      if (!never.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  /** Which of these the asker follows, where there are more friends than were looked at. */
  private async followedAmong(asker: Asker, ids: readonly string[]): Promise<Set<string>> {
    if (asker.friends.length < MY_NEWEST) return new Set();
    return this.follows.findFollowedAmong(
      asker.fan.id,
      ids.map((id) => new Types.ObjectId(id)),
    );
  }
}
