import { Injectable } from '@nestjs/common';
import type { ThreadRow } from '@kickoff/contracts';

import { FanFootballService } from '../../football/fan-football.service.js';
import { BlocksService } from '../../people/blocks.service.js';
import { MutedContent } from '../muted-content.js';
import { PostPresenter } from '../post-presenter.js';
import { PREVIEW_SIZE } from '../post.schema.js';
import { compareIn, positionOfEntry, positionOfPost } from './thread-order.js';
import { ThreadRepository } from './thread.repository.js';
import { toEntryRow, toPostRow } from './thread.view.js';

/** Posts read at once; after a jump in a replay later calls return the rest. */
const BATCH = 100;
const PREVIEW = { likes: PREVIEW_SIZE, comments: PREVIEW_SIZE };

/** Rows in order of their moments, and the moment up to which they are complete. */
export interface LateRows {
  rows: ThreadRow[];
  untilMs: number;
}

/** Finds the rows of a thread that a fan who is not live has reached. */
@Injectable()
export class LateRowsService {
  constructor(
    private readonly repository: ThreadRepository,
    private readonly football: FanFootballService,
    private readonly presenter: PostPresenter,
    private readonly blocks: BlocksService,
    private readonly muted: MutedContent,
  ) {}

  /** Returns the rows after one moment of the match and up to another that the fan has reached. */
  async find(
    fanId: string,
    matchId: string,
    { afterMs, untilMs }: { afterMs: number; untilMs: number },
  ): Promise<LateRows> {
    const moments = { after: new Date(afterMs), until: new Date(untilMs) };
    const posts = await this.repository.findBetween(matchId, moments, PREVIEW, BATCH);
    const last = posts.length === BATCH ? posts.at(-1) : undefined;
    const endMs = last ? positionOfPost(last).atMs : untilMs;
    const [seen, hidden, muted] = await Promise.all([
      this.football.see({ id: fanId }, matchId),
      this.blocks.hiddenFrom(fanId),
      this.muted.of(fanId),
    ]);
    const mutedIds = (await muted?.findPosts(posts)) ?? new Set<string>();
    const visible = posts.filter(
      ({ _id, authorId }) => !hidden.has(authorId) && !mutedIds.has(_id),
    );
    const positions = new Map(visible.map((post) => [post._id, positionOfPost(post)]));
    const compare = compareIn('oldest');
    const placed = [
      ...seen.entries.map((entry) => ({
        position: positionOfEntry(entry),
        row: toEntryRow(entry),
      })),
      ...(await this.presenter.presentList(fanId, visible)).flatMap((post) => {
        const position = positions.get(post._id);
        return position ? [{ position, row: toPostRow(post, position.atMs) }] : [];
      }),
    ]
      .filter(({ position: { atMs } }) => atMs > afterMs && atMs <= endMs)
      .sort((one, other) => compare(one.position, other.position));
    return { rows: placed.map(({ row }) => row), untilMs: endMs };
  }
}
