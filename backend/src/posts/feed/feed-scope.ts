import { Injectable } from '@nestjs/common';
import type { FeedQuery } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { NotFound } from '../../common/errors/coded-errors.js';
import { LIST_MAX_BYTES } from '../../common/http/page.js';
import { LimitsService } from '../../common/limits/limits.service.js';
import { BlocksService } from '../../people/blocks.service.js';
import { UsersService } from '../../users/users.service.js';

/** Page limits for clients that send no `limit`: posts, and bytes of JSON (SECURITY-BAR §5). */
const UNPAGED_FEED = { size: 50, maxBytes: 512 * 1024 };
const UNPAGED_AUTHOR = { size: 200, maxBytes: LIST_MAX_BYTES };

/** A list of posts by its authors. */
export interface Scope {
  /** The list's name, so that its cursors are invalid for others. */
  list: string;
  /** Page limits without `limit` in the query. */
  unpaged: { size: number; maxBytes: number };
  /** Absent: all authors, or those of `followedBy`. */
  authorIds?: readonly string[];
  /** A fan, for the posts of that fan and all followed fans. */
  followedBy?: string;
  /** Authors to exclude. */
  without?: ReadonlySet<string>;
}

/** Decides whose posts a list shows its reader: everyone's, followed fans', or one fan's. */
@Injectable()
export class FeedScope {
  constructor(
    private readonly users: UsersService,
    private readonly blocks: BlocksService,
    private readonly limits: LimitsService,
  ) {}

  /** Resolves a query's scope. A muted fan's posts are shown where that author is requested. */
  async of(fan: Fan, query: Pick<FeedQuery, 'author' | 'scope' | 'cursor'>): Promise<Scope> {
    if (query.author !== undefined) {
      // Counted like a profile view, because this also reveals which usernames exist.
      if (query.cursor === undefined) await this.limits.count('profiles', `fan:${fan.id}`);
      const authorId = await this.users.idOf(query.author);
      if (await this.blocks.areBlocked(fan.id, authorId)) throw new NotFound('fan');
      return ofAuthor(authorId);
    }
    const hidden = await this.blocks.hiddenFrom(fan.id);
    const page = { unpaged: UNPAGED_FEED, without: hidden };
    return query.scope === 'following'
      ? { ...page, list: `following:${fan.id}`, followedBy: fan.id }
      : { ...page, list: 'feed' };
  }
}

/** One fan's posts. */
export function ofAuthor(authorId: string): Scope {
  return { list: `author:${authorId}`, unpaged: UNPAGED_AUTHOR, authorIds: [authorId] };
}
