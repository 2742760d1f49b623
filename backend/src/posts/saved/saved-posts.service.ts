import { Injectable } from '@nestjs/common';
import type { OwnSavedPost, PageQuery, Post } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { Conflict, NotFound } from '../../common/errors/coded-errors.js';
import { Cursors, type Position, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page, type PageBounds, type PageRows } from '../../common/http/page.js';
import { readVisible } from '../../common/mongo/read-visible.js';
import { Clock } from '../../common/time/clock.js';
import { BlocksService } from '../../people/blocks.service.js';
import { PostPresenter } from '../post-presenter.js';
import { PREVIEW_SIZE, type PostDocument } from '../post.schema.js';
import { bytesOf, type HiddenPosts } from '../posts-page.js';
import { PostsRepository } from '../posts.repository.js';
import { isOfOtherRehearsal, RehearsalPosts } from '../threads/rehearsal-posts.js';
import type { SavedPost } from './saved-post.schema.js';
import { SavedPostsRepository } from './saved-posts.repository.js';
import { UnseenContent } from '../unseen-content.js';

/** Per fan. */
const MAX_SAVED = 10_000;
/** Page size for clients that send no `limit`. */
const UNPAGED = 50;
/** Posts read at once by their ids. */
const POSTS_AT_ONCE = 25;
/** Rows exported or removed at once. */
const BATCH = 1_000;

/** `post` is absent if it is deleted or moderated, or about a moment not seen yet. */
interface SavedRow extends Pick<SavedPost, '_id' | 'postId' | 'createdAt'> {
  post?: PostDocument | undefined;
}

/** Owns the posts that a fan has saved. A row stays while its post is moderated or its author is blocked. */
@Injectable()
export class SavedPostsService {
  constructor(
    private readonly repository: SavedPostsRepository,
    private readonly posts: PostsRepository,
    private readonly presenter: PostPresenter,
    private readonly blocks: BlocksService,
    private readonly unseen: UnseenContent,
    private readonly rehearsals: RehearsalPosts,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async save(fan: Fan, postId: string): Promise<void> {
    await this.presenter.requireVisible(fan.id, postId);
    // Before the row, so that none exists without it; the post may be removed since it was read.
    if (!(await this.repository.markSaved(postId))) throw new NotFound('post');
    const isNew = await this.repository.insert(fan.id, postId, this.clock.now());
    // Checked after the write, so that concurrent calls cannot exceed the limit.
    if (isNew && (await this.repository.hasMoreThan(MAX_SAVED, fan.id))) {
      await this.repository.remove(fan.id, postId);
      throw new Conflict('You can save at most 10,000 posts');
    }
  }

  unsave(fan: Fan, postId: string): Promise<void> {
    return this.repository.remove(fan.id, postId);
  }

  /** Lists the saved posts that the fan may see, newest saved first; mutes do not apply. */
  async list(fan: Fan, query: PageQuery): Promise<Page<Post>> {
    const list = `saved:${fan.id}`;
    const after = this.cursors.decode(list, query.cursor);
    const page = await this.readPage(fan.id, { size: query.limit ?? UNPAGED }, after);
    const posts = page.rows.flatMap(({ post }) => post ?? []);
    const { items, last } = cutPage(await this.presenter.presentList(fan.id, posts), page);
    const end = last && (rowOf(page.rows, last._id) ?? page.end);
    return this.cursors.toPage(list, items, end && positionOf(end));
  }

  /** Yields all saved posts of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<OwnSavedPost> {
    let after: Position | undefined;
    for (;;) {
      const rows = await this.repository.findPage(fanId, BATCH, after);
      for (const { postId, createdAt } of rows) {
        yield { postId, createdAt: createdAt.toISOString() };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = positionOf(last);
    }
  }

  /** Removes all rows of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    while ((await this.repository.removeSome(fanId, BATCH)) > 0);
  }

  private async readPage(
    fanId: string,
    bounds: PageBounds,
    after: Position | undefined,
  ): Promise<PageRows<SavedRow>> {
    const [blocked, unseen, rehearsals] = await Promise.all([
      this.blocks.blockedAround(fanId),
      this.unseen.of(fanId),
      this.rehearsals.seenBy(fanId),
    ]);
    return readVisible<SavedRow>(
      {
        read: (size, last) =>
          this.rowsAfter(fanId, size, last ? positionOf(last) : after, unseen?.findLeftOut),
        isVisible: ({ post }) =>
          post !== undefined &&
          !blocked.has(post.authorId) &&
          !isOfOtherRehearsal(post, rehearsals),
        areAllVisible: false,
        bytesOf: ({ post }) => (post ? bytesOf(post) : 0),
      },
      bounds,
    );
  }

  /** Yields a fan's rows with their posts, which are read in batches. */
  private async *rowsAfter(
    fanId: string,
    size: number,
    after: Position | undefined,
    findLeftOut: HiddenPosts['findSkipped'],
  ): AsyncGenerator<SavedRow> {
    const rows = await this.repository.findPage(fanId, size, after);
    const preview = { likes: PREVIEW_SIZE, comments: PREVIEW_SIZE };
    for (let start = 0; start < rows.length; start += POSTS_AT_ONCE) {
      const some = rows.slice(start, start + POSTS_AT_ONCE);
      const posts = await this.posts.findByIds(
        some.map(({ postId }) => postId),
        preview,
      );
      const leftOut = await findLeftOut?.(posts);
      const shown = posts.filter(({ _id }) => !leftOut?.has(_id));
      const byId = new Map(shown.map((post) => [post._id, post]));
      for (const row of some) yield { ...row, post: byId.get(row.postId) };
    }
  }
}

/** The row of a page by its own id or its post's. */
function rowOf(rows: readonly SavedRow[], id: string): SavedRow | undefined {
  return rows.find(({ _id, postId }) => [_id, postId].includes(id));
}
