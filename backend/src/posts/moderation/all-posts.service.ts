import { Injectable } from '@nestjs/common';
import type { AdminPost, AdminPostsQuery, Post } from '@kickoff/contracts';

import { Cursors, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page } from '../../common/http/page.js';
import { CountersService } from '../../counters/counters.service.js';
import { AllPostsRepository, type PostsFilter } from './all-posts.repository.js';
import { PostPresenter } from '../post-presenter.js';
import { PREVIEW_SIZE } from '../post.schema.js';
import { toAdminPost } from './moderated-post.view.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;
/** In code points. */
const EXCERPT_LENGTH = 140;

/** Owns the admins' lists of all posts and of moderated posts. */
@Injectable()
export class AllPostsService {
  constructor(
    private readonly repository: AllPostsRepository,
    private readonly presenter: PostPresenter,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
  ) {}

  /** Lists posts, newest first, with paging. */
  async list(
    adminId: string,
    query: Pick<AdminPostsQuery, 'limit' | 'cursor' | 'likes' | 'comments' | 'removed'>,
    filter: PostsFilter,
  ): Promise<Page<AdminPost> & { total: number }> {
    const collection = query.removed ? 'removed' : 'present';
    const list = `admin-posts:${collection}`;
    const size = query.limit ?? UNPAGED;
    const after = this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? PREVIEW_SIZE,
      comments: query.comments ?? PREVIEW_SIZE,
    };

    const page = await this.repository.findPage(collection, filter, { size, preview, after });
    const { rows: posts, hasMore } = page;
    // A single page needs no count query: a search for a rare word scans once, not twice.
    const isWhole = after === undefined && !hasMore;
    const total = isWhole ? posts.length : await this.count(collection, filter);
    const removals = new Map(posts.map(({ _id, removal }) => [_id, removal]));
    const answers = await this.presenter.presentList(adminId, posts);
    const { items, last } = cutPage(
      answers.map((answer) => toAdminPost(answer, removals.get(answer._id))),
      page,
    );
    return { total, ...this.cursors.toPage(list, items, last && positionOf(last)) };
  }

  /** The first 140 code points of the posts' texts, by id. */
  excerpts(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.repository.findExcerpts(ids, EXCERPT_LENGTH);
  }

  one(adminId: string, id: string): Promise<Post> {
    return this.presenter.getPostForAdmin(adminId, id);
  }

  /** The stored total answers an unfiltered list; a filtered one is counted. */
  private async count(collection: 'present' | 'removed', filter: PostsFilter): Promise<number> {
    const isNarrowed = Object.values(filter).some((value) => value !== undefined);
    if (collection === 'removed' || isNarrowed) return this.repository.count(collection, filter);
    const { total } = await this.counters.totalWithChange('posts', 1);
    return total;
  }
}
