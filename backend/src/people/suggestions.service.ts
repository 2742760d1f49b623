import { Injectable } from '@nestjs/common';
import type { FriendSuggestion } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Clock } from '../common/time/clock.js';
import { UsersService } from '../users/users.service.js';
import { FanRelationsRepository } from './fan-relations.repository.js';
import { FollowsRepository } from './follows.repository.js';
import { BlockCache, type Relations } from './block-cache.js';
import { type Candidate, rankCandidates, toCandidate, toSuggestion } from './suggestion-ranking.js';

const DEFAULT_SIZE = 10;
/** Bounds of the follows read for friends of friends: the reader's, and the friends' together. */
const MAX_OWN_FOLLOWS = 100;
const MAX_FRIENDS_FOLLOWS = 500;
/** Extra candidates, because some may be followed already. */
const EXTRA_CANDIDATES = 20;
/** Growth of each query of recently active fans, for readers who follow nearly all of them. */
const WIDENING_FACTORS = [1, 3, 9];

/** The reader, with the newest followed fans. */
interface SuggestionContext {
  fan: Fan;
  team: string;
  friends: readonly string[];
}

/**
 * Suggests fans: friends of friends and fans of the same team, then recently active ones. Reads a
 * bounded number of follows (docs/decisions/0009).
 */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly relations: FanRelationsRepository,
    private readonly blocks: BlockCache,
    private readonly users: UsersService,
    private readonly clock: Clock,
  ) {}

  /** Returns fans to follow, best first, without the reader and followed, dismissed or hidden fans. */
  async suggest(fan: Fan, size = DEFAULT_SIZE): Promise<FriendSuggestion[]> {
    const [team, newestFollows, { hidden, dismissed }] = await Promise.all([
      this.users.teamOf(fan.id),
      this.follows.findFollowed(fan.id, MAX_OWN_FOLLOWS),
      this.findRelations(fan.id),
    ]);
    const context: SuggestionContext = {
      fan,
      team,
      friends: newestFollows.map((row) => row.followedId),
    };
    const excluded = new Set([fan.id, ...hidden, ...dismissed, ...context.friends]);

    const candidates = await this.findClose(context, excluded, size);
    for (const { fan: close } of candidates) excluded.add(close._id);
    for (const factor of WIDENING_FACTORS) {
      if (candidates.length >= size) break;
      const limit = factor * (size + EXTRA_CANDIDATES);
      const { fans: recent, hasMore } = await this.users.seenLast(excluded, limit);
      const ids = recent.map(({ fan: seen }) => seen._id);
      const followed = await this.findFollowedAmong(context, ids);
      for (const one of recent) {
        if (!followed.has(one.fan._id)) candidates.push(toCandidate(one, team));
      }
      if (!hasMore) break;
      for (const id of ids) excluded.add(id);
    }
    return rankCandidates(candidates).slice(0, size).map(toSuggestion);
  }

  /** Returns the fan's relations without dismissals that have ended, which are removed here. */
  private async findRelations(fanId: string): Promise<Relations> {
    const known = await this.blocks.get(fanId);
    if (known.dismissed.size === 0) return known;
    if (!(await this.relations.removeEndedDismissals(fanId, this.clock.now()))) return known;
    await this.blocks.invalidate(fanId);
    return this.blocks.get(fanId);
  }

  /** Finds fans of the same team and friends of friends. */
  private async findClose(
    context: SuggestionContext,
    excluded: ReadonlySet<string>,
    size: number,
  ): Promise<Candidate[]> {
    const { team, friends } = context;
    const [teamMates, commonCounts] = await Promise.all([
      team === '' ? [] : this.users.teamMates(team, excluded, size + EXTRA_CANDIDATES),
      this.countFriendsInCommon(friends, excluded),
    ]);
    const mateIds = new Set(teamMates.map(({ fan }) => fan._id));
    const mostInCommon = [...commonCounts]
      .sort(([, one], [, other]) => other - one)
      .map(([id]) => id)
      .filter((id) => !mateIds.has(id))
      .slice(0, size + EXTRA_CANDIDATES);
    const followed = await this.findFollowedAmong(context, [...mateIds, ...mostInCommon]);
    const others = await this.users.suggestable(
      mostInCommon.filter((id) => !followed.has(id)).slice(0, size),
    );
    return [...teamMates.filter(({ fan }) => !followed.has(fan._id)), ...others].map((one) =>
      toCandidate(one, team, commonCounts.get(one.fan._id)),
    );
  }

  /** Counts by fan id how many of these friends follow the fan. */
  private async countFriendsInCommon(
    friends: readonly string[],
    excluded: ReadonlySet<string>,
  ): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { followedId: id } of await this.follows.findFollowedByAny(
      friends,
      MAX_FRIENDS_FOLLOWS,
    )) {
      if (!excluded.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  /** Returns those of `ids` that the reader follows beyond the friends read already. */
  private async findFollowedAmong(
    context: SuggestionContext,
    ids: readonly string[],
  ): Promise<Set<string>> {
    if (context.friends.length < MAX_OWN_FOLLOWS) return new Set();
    return this.follows.findFollowedAmong(context.fan.id, ids);
  }
}
