import { Injectable } from '@nestjs/common';
import type { FeedQuery, OwnPostsQuery, Post } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { Cursors, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page } from '../../common/http/page.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';
import { cutToPreview, type Preview } from '../posts-page.js';
import { FeedReader } from './feed-reader.js';
import { FeedRenderer, type RenderedPost } from './feed-renderer.js';
import { FeedScope, ofAuthor, type Scope } from './feed-scope.js';

/** Likers and comments per post unless the query asks for fewer. */
const LIST_PREVIEW = 20;
/** Byte bound of a page requested with `limit`, whatever its number of posts. */
const PAGE_MAX_BYTES = 256 * 1024;

/** How the posts of a page are presented, and the bytes of one if they are known. */
interface Presentation<Item> {
  present: (posts: readonly PostDocument[], preview: Preview) => Promise<Item[]>;
  bytesOf?: (item: Item) => number;
}

/** Lists posts, newest first, with paging. `FeedScope` decides whose posts they show. */
@Injectable()
export class FeedService {
  constructor(
    private readonly scope: FeedScope,
    private readonly reader: FeedReader,
    private readonly presenter: PostPresenter,
    private readonly renderer: FeedRenderer,
    private readonly cursors: Cursors,
  ) {}

  /** Lists the newest posts of everyone, of followed fans or of one fan. */
  async feed(fan: Fan, query: FeedQuery): Promise<Page<RenderedPost>> {
    return this.renderedPage(fan.id, query, await this.scope.of(fan, query));
  }

  /** The fan's own posts. */
  own(fan: Fan, query: OwnPostsQuery): Promise<Page<RenderedPost>> {
    return this.renderedPage(fan.id, query, ofAuthor(fan.id));
  }

  /** Yields all posts of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<Post> {
    let cursor: string | undefined;
    do {
      const query: OwnPostsQuery = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next } = await this.page(fanId, query, ofAuthor(fanId), {
        present: (posts, preview) =>
          this.presenter.presentList(
            fanId,
            posts.map((post) => cutToPreview(post, preview)),
          ),
      });
      yield* items;
      cursor = next;
    } while (cursor !== undefined);
  }

  private renderedPage(
    readerId: string,
    query: OwnPostsQuery,
    scope: Scope,
  ): Promise<Page<RenderedPost>> {
    return this.page(readerId, query, scope, {
      present: (posts, preview) => this.renderer.render(readerId, posts, preview),
      bytesOf: ({ bytes }) => bytes,
    });
  }

  private async page<Item extends { _id: string; createdAt: Date | string }>(
    readerId: string,
    query: OwnPostsQuery,
    scope: Scope,
    { present, bytesOf }: Presentation<Item>,
  ): Promise<Page<Item>> {
    const { list, unpaged } = scope;
    const { size, maxBytes } =
      query.limit === undefined ? unpaged : { size: query.limit, maxBytes: PAGE_MAX_BYTES };
    const after = this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? LIST_PREVIEW,
      comments: query.comments ?? LIST_PREVIEW,
    };
    const page = await this.reader.readPage(readerId, { size, maxBytes }, preview, scope, after);
    const { items, last } = cutPage(await present(page.rows, preview), page, maxBytes, bytesOf);
    return this.cursors.toPage(list, items, last && positionOf(last));
  }
}
