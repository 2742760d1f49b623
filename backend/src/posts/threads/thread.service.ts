import { Injectable } from '@nestjs/common';
import type { MatchThread, ThreadQuery, ThreadRow } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { Cursors } from '../../common/http/cursors.js';
import { endOf, type PageBounds, type PageRows, withinBytes } from '../../common/http/page.js';
import { FanFootballService } from '../../football/fan-football.service.js';
import type { SeenMatch } from '../../football/viewpoints/moment.js';
import { BlocksService } from '../../people/blocks.service.js';
import { FollowsService } from '../../people/follows.service.js';
import { MutedContent } from '../muted-content.js';
import { PostPresenter } from '../post-presenter.js';
import { type PostDocument, PREVIEW_SIZE } from '../post.schema.js';
import { type HiddenPosts, readVisiblePosts } from '../posts-page.js';
import { RehearsalPosts } from './rehearsal-posts.js';
import {
  compareIn,
  formatPosition,
  parsePosition,
  positionOfEntry,
  positionOfPost,
  type ThreadPosition,
  toPostPosition,
} from './thread-order.js';
import { sightOfThread, withCancelledGoals } from './thread-sight.js';
import { ThreadWindowsService } from './thread-windows.service.js';
import { type ThreadList, ThreadRepository } from './thread.repository.js';
import { toEntryRow, toPostRow } from './thread.view.js';

/** Page limits for clients that send no `limit`, and for those that do. */
const UNPAGED = { size: 50, maxBytes: 512 * 1024 };
const PAGE_MAX_BYTES = 256 * 1024;
const PREVIEW = { likes: PREVIEW_SIZE, comments: PREVIEW_SIZE };

/** A row with its position. */
interface PlacedRow {
  position: ThreadPosition;
  row: ThreadRow;
}

/**
 * Owns the threads of matches as their readers see them: posts and entries of the timeline, up to the
 * reader's moment. `ThreadPosts` decides who may post in them.
 */
@Injectable()
export class ThreadService {
  constructor(
    private readonly repository: ThreadRepository,
    private readonly football: FanFootballService,
    private readonly windows: ThreadWindowsService,
    private readonly presenter: PostPresenter,
    private readonly follows: FollowsService,
    private readonly blocks: BlocksService,
    private readonly muted: MutedContent,
    private readonly rehearsals: RehearsalPosts,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Returns a page of a thread, and the cursor of the next one if any.
   *
   * @throws NotFound for a match that does not exist for this fan
   */
  async page(
    fan: Fan,
    matchId: string,
    { order, scope, limit, cursor }: ThreadQuery,
  ): Promise<{ thread: MatchThread; next?: string }> {
    const name = `thread:${matchId}:${order}:${scope}`;
    const after =
      cursor === undefined ? undefined : parsePosition(this.cursors.decodeText(name, cursor));
    const seen = await this.football.see(fan, matchId);
    const authorIds =
      scope === 'friends' ? [fan.id, ...(await this.follows.followedBy(fan.id))] : undefined;
    const list = { matchId, readerId: fan.id, sight: sightOfThread(seen), order, authorIds };
    const bounds = limit === undefined ? UNPAGED : { size: limit, maxBytes: PAGE_MAX_BYTES };

    const posts = await this.findPosts(list, bounds, after);
    const { rows, last } = await this.merge(list, seen, posts, bounds, after);
    const thread = { ...(await this.headOf(seen)), rows };
    return {
      thread,
      ...(last ? { next: this.cursors.encodeText(name, formatPosition(last)) } : {}),
    };
  }

  private async headOf(seen: SeenMatch): Promise<Omit<MatchThread, 'rows'>> {
    const { state, opensAt, closesAt } = await this.windows.find(seen);
    return {
      match: seen.match,
      state,
      opensAt: opensAt.toISOString(),
      ...(closesAt ? { closesAt: closesAt.toISOString() } : {}),
    };
  }

  private async findPosts(
    list: ThreadList,
    bounds: PageBounds,
    after: ThreadPosition | undefined,
  ): Promise<PageRows<PostDocument>> {
    const read = (size: number, last: PostDocument | undefined) => {
      const position = last ? positionOfPost(last) : after;
      return this.repository.findPosts(list, PREVIEW, size, position && toPostPosition(position));
    };
    return readVisiblePosts(read, await this.findHidden(list.readerId), bounds);
  }

  private async findHidden(readerId: string): Promise<HiddenPosts> {
    const [without, muted, rehearsals] = await Promise.all([
      this.blocks.hiddenFrom(readerId),
      this.muted.of(readerId),
      this.rehearsals.seenBy(readerId),
    ]);
    return { without, rehearsals, findSkipped: muted?.findPosts };
  }

  /** Merges a page of posts with the entries among them, and cuts it at its bounds. */
  private async merge(
    { readerId, order }: ThreadList,
    seen: SeenMatch,
    posts: PageRows<PostDocument>,
    { size, maxBytes }: PageBounds,
    after: ThreadPosition | undefined,
  ): Promise<{ rows: ThreadRow[]; last: ThreadPosition | undefined }> {
    const compare = compareIn(order);
    const endPost = endOf(posts);
    // Behind this position posts may follow that were not read.
    const end = endPost && positionOfPost(endPost);
    const isInPage = (position: ThreadPosition) =>
      (!after || compare(after, position) < 0) && (!end || compare(position, end) < 0);
    const entries = withCancelledGoals(seen.entries)
      .map((entry) => ({ position: positionOfEntry(entry), row: toEntryRow(entry) }))
      .filter(({ position }) => isInPage(position));
    const answers = await this.presenter.presentList(readerId, posts.rows);
    const placed = new Map(posts.rows.map((post) => [post._id, positionOfPost(post)]));
    const merged: PlacedRow[] = [
      ...entries,
      ...answers.flatMap((post) => {
        const position = placed.get(post._id);
        return position ? [{ position, row: toPostRow(post, position.atMs) }] : [];
      }),
    ].sort((one, other) => compare(one.position, other.position));
    const rows = withinBytes(
      merged.slice(0, size).map(({ row }) => row),
      maxBytes,
    );
    return { rows, last: rows.length < merged.length ? merged[rows.length - 1]?.position : end };
  }
}
