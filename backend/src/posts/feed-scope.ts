import { Injectable } from '@nestjs/common';
import type { FeedQuery } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { LIST_MAX_BYTES } from '../common/http/page.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { UsersService } from '../users/users.service.js';

/** What a list answers to a client that knows no paging: posts, and bytes of JSON (SECURITY-BAR §5). */
const UNPAGED_FEED = { size: 50, maxBytes: 512 * 1024 };
const UNPAGED_AUTHOR = { size: 200, maxBytes: LIST_MAX_BYTES };

/** Whose posts a list shows. */
export interface Scope {
  /** Names the list, so that its cursors open no other one. */
  list: string;
  /** How many posts a page has where nobody says, and its bytes of JSON. */
  unpaged: { size: number; maxBytes: number };
  /** These fans' posts; everyone's without it. */
  authorIds?: readonly string[];
  /** But not those of these fans. */
  without?: ReadonlySet<string>;
}

/** Owns whose posts a list shows to its reader: everyone's, those of followed fans, or one fan's. */
@Injectable()
export class FeedScope {
  constructor(
    private readonly users: UsersService,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly limits: LimitsService,
  ) {}

  /** What a query asks for. A muted fan's posts are there for who asks for that fan. */
  async of(fan: Fan, query: Pick<FeedQuery, 'author' | 'scope' | 'cursor'>): Promise<Scope> {
    if (query.author !== undefined) {
      // Like a look at the profile: who walks through names learns here, too, which of them there are.
      if (query.cursor === undefined) await this.limits.count('profiles', `fan:${fan.id}`);
      const authorId = await this.users.idOf(query.author);
      if (await this.blocks.separates(fan.id, authorId)) throw new NotFound('fan');
      return ofAuthor(authorId);
    }
    const hidden = await this.blocks.hiddenFrom(fan.id);
    if (query.scope !== 'following')
      return { list: 'feed', unpaged: UNPAGED_FEED, without: hidden };
    const followed = await this.follows.followedBy(fan.id);
    const authorIds = [fan.id, ...followed.filter((id) => !hidden.has(id))];
    return { list: `following:${fan.id}`, unpaged: UNPAGED_FEED, authorIds };
  }
}

/** One fan's posts. */
export function ofAuthor(authorId: string): Scope {
  return { list: `author:${authorId}`, unpaged: UNPAGED_AUTHOR, authorIds: [authorId] };
}
