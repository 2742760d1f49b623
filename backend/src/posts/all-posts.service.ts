import { Injectable } from '@nestjs/common';
import type { AdminPost, AdminPostsQuery, Post as PostAnswer } from '@kickoff/contracts';

import { Cursors, placeOf } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import { CountersService } from '../counters/counters.service.js';
import { AllPostsRepository } from './all-posts.repository.js';
import { PostReader } from './post-reader.js';
import { PREVIEW_SIZE } from './post.schema.js';
import type { PostsFilter } from './posts-filter.js';
import { toRemovedAnswer } from './removed-post.view.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED = 1000;

/** Owns the admins' lists of everyone's posts, and of those that admins took away. */
@Injectable()
export class AllPostsService {
  constructor(
    private readonly repository: AllPostsRepository,
    private readonly reader: PostReader,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
  ) {}

  /** Posts newest first, page by page. */
  async list(
    adminId: string,
    query: Pick<AdminPostsQuery, 'limit' | 'cursor' | 'likes' | 'comments' | 'removed'>,
    filter: PostsFilter,
  ): Promise<Page<AdminPost> & { total: number }> {
    const shelf = query.removed ? 'removed' : 'present';
    const list = `admin-posts:${shelf}`;
    const size = query.limit ?? UNPAGED;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? PREVIEW_SIZE,
      comments: query.comments ?? PREVIEW_SIZE,
    };

    const page = await this.repository.findPage(shelf, filter, { size, preview, after });
    const { rows: posts, hasMore } = page;
    // A list that ends on its first page is counted: a rare word is looked for once, not twice.
    const isWhole = after === undefined && !hasMore;
    const total = isWhole ? posts.length : await this.count(shelf, filter);
    const removals = new Map(posts.map(({ _id, removal }) => [_id.toString(), removal]));
    const answers = await this.reader.list(adminId, posts);
    const { items, last } = cutPage(
      answers.map((answer) => toRemovedAnswer(answer, removals.get(answer._id))),
      page,
    );
    return {
      total,
      items,
      ...(last ? { next: this.cursors.encode(list, placeOf(last)) } : {}),
    };
  }

  /** One post as anyone sees it. */
  one(adminId: string, id: string): Promise<PostAnswer> {
    return this.reader.whole(adminId, id);
  }

  /** All posts are counted already; only what a filter leaves has to be. */
  private async count(shelf: 'present' | 'removed', filter: PostsFilter): Promise<number> {
    const isNarrowed = Object.values(filter).some((value) => value !== undefined);
    if (shelf === 'removed' || isNarrowed) return this.repository.count(shelf, filter);
    const { total } = await this.counters.totalWithChange('posts', 1);
    return total;
  }
}
