import { Injectable } from '@nestjs/common';
import { codePointLength, type FoundFan, SEARCH_LENGTH } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
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
  ) {}

  /** Returns at most 10 fans; none if the text is too short. */
  async search(fan: Fan, q: string): Promise<FoundFan[]> {
    const text = q.trim();
    if (codePointLength(text) < SEARCH_LENGTH.min) return [];
    const { hidden } = await this.blocks.get(fan.id);
    const found = await this.users.search(text, hidden, MAX_RESULTS);
    if (found.length === 0) return [];
    const followed = await this.follows.findFollowedAmong(
      fan.id,
      found.map(({ _id }) => new Types.ObjectId(_id)),
    );
    return found.map((other) => ({ ...other, following: followed.has(other._id) }));
  }
}
