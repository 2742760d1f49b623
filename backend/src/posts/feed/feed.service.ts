import { Injectable } from '@nestjs/common';
import type { FeedQuery, OwnPostsQuery, Post } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { Cursors, type Position, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page, type PageBounds, type PageRows } from '../../common/http/page.js';
import { FeedScope, ofAuthor, type Scope } from './feed-scope.js';
import { ListFilter } from '../list-filter.js';
import { RehearsalPosts } from '../threads/rehearsal-posts.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';
import { newestFirst, type PostPosition, type Preview, readVisiblePosts } from '../posts-page.js';
import { type ListPosition, PostsRepository } from '../posts.repository.js';

/** Likers and comments per post unless the query asks for fewer. */
const LIST_PREVIEW = 20;
/** Byte bound of a page requested with `limit`, whatever its number of posts. */
const PAGE_MAX_BYTES = 256 * 1024;
/** With more authors in one query, MongoDB sorts in memory. */
const AUTHORS_AT_ONCE = 180;
/** Posts read at once by known positions. */
const PLACES_AT_ONCE = 25;

/** Lists posts, newest first, with paging. `FeedScope` decides whose posts they show. */
@Injectable()
export class FeedService {
  constructor(
    private readonly repository: PostsRepository,
    private readonly scope: FeedScope,
    private readonly presenter: PostPresenter,
    private readonly filter: ListFilter,
    private readonly rehearsals: RehearsalPosts,
    private readonly cursors: Cursors,
  ) {}

  /** Lists the newest posts of everyone, of followed fans or of one fan. */
  async feed(fan: Fan, query: FeedQuery): Promise<Page<Post>> {
    return this.page(fan.id, query, await this.scope.of(fan, query));
  }

  /** The fan's own posts. */
  own(fan: Fan, query: OwnPostsQuery): Promise<Page<Post>> {
    return this.page(fan.id, query, ofAuthor(fan.id));
  }

  /** Yields all posts of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<Post> {
    let cursor: string | undefined;
    do {
      const query: OwnPostsQuery = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next } = await this.page(fanId, query, ofAuthor(fanId));
      yield* items;
      cursor = next;
    } while (cursor !== undefined);
  }

  private async page(
    readerId: string,
    query: OwnPostsQuery,
    { list, unpaged, authorIds, without }: Scope,
  ): Promise<Page<Post>> {
    const { size, maxBytes } =
      query.limit === undefined ? unpaged : { size: query.limit, maxBytes: PAGE_MAX_BYTES };
    const after = this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? LIST_PREVIEW,
      comments: query.comments ?? LIST_PREVIEW,
    };

    const findSkipped = await this.filter.of(readerId);
    const rehearsals = await this.rehearsals.seenBy(readerId);
    const place = { authorIds, without, rehearsals, findSkipped, after };
    const page = await this.find({ size, maxBytes }, preview, place);
    const answers = await this.presenter.presentList(readerId, page.rows);
    const { items, last } = cutPage(answers, page, maxBytes);
    return this.cursors.toPage(list, items, last && positionOf(last));
  }

  /** Reads a page. For many authors it first merges the positions of their newest posts. */
  private async find(
    bounds: PageBounds,
    preview: Preview,
    { authorIds, ...place }: ListPosition,
  ): Promise<PageRows<PostDocument>> {
    if (authorIds === undefined || authorIds.length <= AUTHORS_AT_ONCE) {
      return this.repository.findPage(bounds, preview, { ...place, authorIds });
    }
    const read = (size: number, last: PostDocument | undefined) =>
      this.newestOf(authorIds, size, preview, last ? positionOf(last) : place.after);
    return readVisiblePosts(read, place, bounds);
  }

  /** Yields the newest posts of many authors after a position. */
  private async *newestOf(
    authorIds: readonly string[],
    size: number,
    preview: Preview,
    after: Position | undefined,
  ): AsyncGenerator<PostDocument> {
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
      parts.push(authorIds.slice(start, start + AUTHORS_AT_ONCE));
    }
    const places = await Promise.all(
      parts.map((part) => this.repository.findPositions(size, { after, authorIds: part })),
    );
    yield* this.postsAt(places.flat().sort(newestFirst).slice(0, size), preview);
  }

  /** Yields the posts at these positions in order, reading them in batches. */
  private async *postsAt(
    places: readonly PostPosition[],
    preview: Preview,
  ): AsyncGenerator<PostDocument> {
    for (let start = 0; start < places.length; start += PLACES_AT_ONCE) {
      const some = places.slice(start, start + PLACES_AT_ONCE);
      const posts = await this.repository.findByIds(
        some.map(({ _id }) => _id),
        preview,
      );
      yield* posts.sort(newestFirst);
    }
  }
}
