import { Injectable } from '@nestjs/common';

import { type Position, positionOf } from '../../common/http/cursors.js';
import type { PageBounds, PageRows } from '../../common/http/page.js';
import { rowsOfBatches } from '../../common/mongo/rows-of.js';
import { TurnBatches } from '../../common/work/turn-batches.js';
import { ListFilter } from '../list-filter.js';
import type { PostDocument } from '../post.schema.js';
import { type PostVersion, type Preview, readVisiblePosts } from '../posts-page.js';
import { type ListPosition, PostsRepository } from '../posts.repository.js';
import { RehearsalPosts } from '../threads/rehearsal-posts.js';
import type { Scope } from './feed-scope.js';
import { FollowedPosts } from './followed-posts.js';
import { PostCache } from './post-cache.js';

/** Posts loaded at once: a page that is full reads no more. */
const POSTS_AT_ONCE = 25;

type Request = Pick<ListPosition, 'after'> & { size: number };
type Authors = Pick<Scope, 'authorIds' | 'followedBy' | 'without'>;

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Reads pages of posts without those hidden from their reader. Every page asks the database for the
 * current versions of its posts; `PostCache` has those that have not changed.
 */
@Injectable()
export class FeedReader {
  /** Concurrent requests for one page of all posts share a query. */
  private readonly ofAllAuthors = new TurnBatches<Request, readonly PostVersion[]>(
    async (_page, requests) => {
      const [{ size, after } = { size: 0 }] = requests;
      const versions = await this.repository.findVersions(size, { after });
      return requests.map(() => versions);
    },
  );

  constructor(
    private readonly repository: PostsRepository,
    private readonly followed: FollowedPosts,
    private readonly cache: PostCache,
    private readonly filter: ListFilter,
    private readonly rehearsals: RehearsalPosts,
  ) {}

  /**
   * Reads the page after a position, its posts with their stored previews.
   *
   * @param preview what the list shows of each post
   */
  async readPage(
    readerId: string,
    bounds: PageBounds,
    preview: Preview,
    authors: Authors,
    after: Position | undefined,
  ): Promise<PageRows<PostDocument>> {
    const [findSkipped, rehearsals] = await Promise.all([
      this.filter.of(readerId),
      this.rehearsals.seenBy(readerId),
    ]);
    const read = (size: number, last: PostDocument | undefined) =>
      this.readPosts(authors, size, last ? positionOf(last) : after);
    // The query of followed fans excludes hidden ones itself.
    const without = authors.followedBy === undefined ? authors.without : undefined;
    return readVisiblePosts(read, { without, findSkipped, rehearsals }, bounds, preview);
  }

  /** Yields the posts after a position; fewer than `size` only at the end of the list. */
  private readPosts(
    authors: Authors,
    size: number,
    start: Position | undefined,
  ): AsyncIterable<PostDocument> {
    let after = start;
    let missing = size;
    let versions: readonly PostVersion[] = [];
    let isEnd = false;
    return rowsOfBatches(async () => {
      if (versions.length === 0) {
        if (missing === 0 || isEnd) return undefined;
        // Posts that were deleted before they were read are replaced by the next ones.
        versions = await this.findVersions(authors, missing, after);
        isEnd = versions.length < missing;
        const last = versions.at(-1);
        after = last && positionOf(last);
      }
      const posts = await this.cache.load(versions.slice(0, POSTS_AT_ONCE));
      versions = versions.slice(POSTS_AT_ONCE);
      missing -= posts.length;
      return posts;
    });
  }

  private findVersions(
    { authorIds, followedBy, without: hidden = NOBODY }: Authors,
    size: number,
    after: Position | undefined,
  ): Promise<readonly PostVersion[]> {
    if (authorIds) return this.repository.findVersions(size, { authorIds, after });
    if (followedBy !== undefined) {
      return this.followed.findVersions(followedBy, size, { after, hidden });
    }
    const page = `${size} ${after?.at.getTime()} ${after?.id}`;
    return this.ofAllAuthors.add(page, { size, after });
  }
}
