import { Injectable } from '@nestjs/common';
import { codePointLength, type FanSummary, type FoundFan, SEARCH_LENGTH } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { FanSearchService } from '../users/fan-search.service.js';
import { UsersService } from '../users/users.service.js';
import { FollowsRepository } from './follows.repository.js';
import { BlockCache } from './block-cache.js';

/** The length of the list under the search box. */
const MAX_RESULTS = 10;

/** Finds fans by username prefix, without hidden ones. */
@Injectable()
export class SearchService {
  constructor(
    private readonly follows: FollowsRepository,
    private readonly blocks: BlockCache,
    private readonly users: UsersService,
    private readonly fans: FanSearchService,
  ) {}

  /** Returns at most 10 fans; none if the text is too short. */
  async search(fan: Fan, q: string): Promise<FoundFan[]> {
    const text = q.trim();
    if (codePointLength(text) < SEARCH_LENGTH.min) return [];
    const { hidden } = await this.blocks.get(fan.id);
    const found = await this.users.search(text, hidden, MAX_RESULTS);
    return this.withFollowing(fan, found);
  }

  /**
   * Returns a page of all fans that are found.
   *
   * @param after `next` of the page before
   */
  async page(
    fan: Fan,
    text: string,
    size: number,
    after?: string,
  ): Promise<{ fans: FoundFan[]; next?: string }> {
    const { hidden } = await this.blocks.get(fan.id);
    const page = await this.fans.page(text, hidden, size, after);
    return { ...page, fans: await this.withFollowing(fan, page.fans) };
  }

  private async withFollowing(fan: Fan, found: readonly FanSummary[]): Promise<FoundFan[]> {
    if (found.length === 0) return [];
    const followed = await this.follows.findFollowedAmong(
      fan.id,
      found.map(({ _id }) => _id),
    );
    return found.map((other) => ({ ...other, following: followed.has(other._id) }));
  }
}
