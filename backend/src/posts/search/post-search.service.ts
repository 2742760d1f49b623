import { Injectable } from '@nestjs/common';
import type { Post } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { Cursors, type Position, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page, type PageRows } from '../../common/http/page.js';
import { BlocksService } from '../../people/blocks.service.js';
import { UsersService } from '../../users/users.service.js';
import { ListFilter } from '../list-filter.js';
import { PostPresenter } from '../post-presenter.js';
import { type PostDocument, PREVIEW_SIZE } from '../post.schema.js';
import { type HiddenPosts, newestFirst, readVisiblePosts } from '../posts-page.js';
import { PostsRepository } from '../posts.repository.js';
import { RehearsalPosts } from '../threads/rehearsal-posts.js';
import { type Cut, intersect, PositionList, ReadBudget } from './position-list.js';
import { isFoundIn, keysOf, needsComparison, type PostQuery } from './post-query.js';
import { PostSearchRepository } from './post-search.repository.js';

/** Byte bound of a page, whatever its number of posts. */
const PAGE_MAX_BYTES = 256 * 1024;
/** Posts read at once by known positions. */
const POSTS_AT_ONCE = 25;
const PREVIEW = { likes: PREVIEW_SIZE, comments: PREVIEW_SIZE };

/** Finds posts by words, author and media, newest first, as their reader may see them. */
@Injectable()
export class PostSearchService {
  constructor(
    private readonly repository: PostSearchRepository,
    private readonly posts: PostsRepository,
    private readonly presenter: PostPresenter,
    private readonly filter: ListFilter,
    private readonly rehearsals: RehearsalPosts,
    private readonly blocks: BlocksService,
    private readonly users: UsersService,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Returns a page of the posts that a search finds.
   *
   * @param list the name of the search, so that its cursors are invalid for others
   */
  async search(
    fan: Fan,
    query: PostQuery,
    { list, size, cursor }: { list: string; size: number; cursor?: string | undefined },
  ): Promise<Page<Post>> {
    const after = this.cursors.decode(list, cursor);
    const budget = new ReadBudget();
    const lists = await this.listsOf(query, budget);
    if (lists.length === 0) return { items: [] };

    const cut: Cut = {};
    const positions = intersect(lists, after, budget, cut);
    const bounds = { size, maxBytes: PAGE_MAX_BYTES };
    const hidden = await this.findHidden(fan.id, query);
    const page = await readVisiblePosts((count) => this.postsAt(positions, count), hidden, bounds);
    const answers = await this.presenter.presentList(fan.id, page.rows);
    const { items, last } = cutPage(answers, page, PAGE_MAX_BYTES);
    return this.cursors.toPage(list, items, last ? positionOf(last) : endAt(cut, page));
  }

  /** Returns one list per condition; none if the search is empty or an author does not exist. */
  private async listsOf(query: PostQuery, budget: ReadBudget): Promise<PositionList[]> {
    const authorIds = await Promise.all(
      [...new Set(query.authors)].map((name) => this.users.findIdByName(name)),
    );
    if (authorIds.includes(undefined)) return [];
    return [
      ...keysOf(query).map((key) => this.repository.withKey(key)),
      ...authorIds.flatMap((id) => (id === undefined ? [] : this.repository.byAuthor(id))),
    ].map((read) => new PositionList(read, budget));
  }

  private async findHidden(readerId: string, query: PostQuery): Promise<HiddenPosts> {
    const isOfAuthorsOnly = keysOf(query).length === 0;
    const [without, findSkipped, rehearsals] = await Promise.all([
      this.blocks.hiddenFrom(readerId),
      isOfAuthorsOnly ? this.filter.of(readerId) : this.filter.ofSearch(readerId),
      this.rehearsals.seenBy(readerId),
    ]);
    if (!needsComparison(query)) return { without, rehearsals, findSkipped };
    return {
      without,
      rehearsals,
      findSkipped: async (posts) => {
        const others = posts.filter(({ text }) => !isFoundIn(text, query));
        const skipped = (await findSkipped?.(posts)) ?? [];
        return new Set([...others.map(({ _id }) => _id), ...skipped]);
      },
    };
  }

  /** Yields the posts at the next positions; those deleted in the meantime are replaced by later ones. */
  private async *postsAt(
    positions: AsyncGenerator<Position>,
    count: number,
  ): AsyncGenerator<PostDocument> {
    for (let left = count; left > 0;) {
      const some = await take(positions, Math.min(left, POSTS_AT_ONCE));
      if (some.length === 0) return;
      const posts = await this.posts.findAt(some, PREVIEW);
      left -= posts.length;
      yield* posts.sort(newestFirst);
    }
  }
}

async function take(positions: AsyncGenerator<Position>, count: number): Promise<Position[]> {
  const taken: Position[] = [];
  while (taken.length < count) {
    const next = await positions.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** Position of the next page after a search that ended before its page was full. */
function endAt({ at }: Cut, { hasMore }: PageRows<PostDocument>): Position | undefined {
  return hasMore ? undefined : at;
}
