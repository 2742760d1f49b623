import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { PREVIEW_SIZE } from './post.schema.js';
import { type KeptCounts, PostCountsRepository } from './post-counts.repository.js';

const TICK_MS = 1_000;
/** Posts compared with their rows in one tick of the pass after a start. */
const STEP = 50;
/** Longer than any running call: a difference that outlives it comes from a crash and not from a call half done. */
export const QUIET_MS = 15_000;
/** Suspected posts kept in mind; what is more is found by the next start. */
const MOST_SUSPECTS = 10_000;

/** What a suspected post looked like when it was first looked at. */
interface Look {
  version: number;
  counted: KeptCounts;
  at: number;
}

/**
 * Owns that counts and previews of posts come to agree with the rows they
 * follow. A like or a comment is two writes, and a crash between them leaves a
 * post one off: each start compares all posts, newest first and some at a time,
 * and a call that notices something odd names its post. A post is corrected
 * only when the same difference is seen twice with nothing changed between.
 */
@Injectable()
export class PostRecount implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PostRecount.name);
  private readonly suspects = new Map<string, Look | undefined>();
  private readonly flight = new SingleFlight(() => this.step());
  private isPassOver = false;
  private isClosing = false;
  private last: Types.ObjectId | undefined;

  constructor(
    private readonly repository: PostCountsRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void this.tick();
  }

  /** Has a post looked at whose counts or previews seem not to agree with its rows. */
  suspect(postId: string): void {
    if (this.suspects.size < MOST_SUSPECTS && !this.suspects.has(postId)) {
      this.suspects.set(postId, undefined);
    }
  }

  /** One step of the work there is; never two at once. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    await this.flight.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.flight.running;
  }

  private async step(): Promise<void> {
    if (this.isClosing) return;
    try {
      if (!this.isPassOver) await this.compareSome();
      const now = this.clock.now().getTime();
      for (const [postId, look] of [...this.suspects].slice(0, STEP)) {
        if (!look || now - look.at >= QUIET_MS) await this.look(postId, look, now);
      }
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ event: 'recountFailed' }, String(error));
    }
  }

  private async compareSome(): Promise<void> {
    const { last, uneven } = await this.repository.findUneven(this.last, STEP);
    for (const id of uneven) this.suspect(id.toString());
    this.last = last;
    this.isPassOver = last === undefined;
  }

  private async look(postId: string, before: Look | undefined, now: number): Promise<void> {
    const post = await this.repository.find(postId);
    const counted = post && (await this.repository.count(post._id));
    this.suspects.delete(postId);
    if (!post || !counted || isEven(post, counted)) return;
    if (before?.version === post.version && isEven(before.counted, counted)) {
      if (await this.repository.replace(post, counted)) {
        this.logger.warn({ event: 'postRecounted', postId });
        return;
      }
    }
    this.suspects.set(postId, { version: post.version, counted, at: now });
  }
}

function isEven(one: KeptCounts, counted: KeptCounts): boolean {
  return (
    one.likesCount === counted.likesCount &&
    one.commentsCount === counted.commentsCount &&
    one.newestLikers.length >= Math.min(PREVIEW_SIZE, counted.likesCount) &&
    isSameSet(one.newestLikers, counted.newestLikers.slice(0, one.newestLikers.length)) &&
    isSameSet(
      one.firstComments.map(({ _id }) => _id),
      counted.firstComments.map(({ _id }) => _id),
    )
  );
}

/** Likes that arrived at the same moment may stand in another order than their rows. */
function isSameSet(one: readonly Types.ObjectId[], other: readonly Types.ObjectId[]): boolean {
  const ids = new Set(other.map(String));
  return one.length === ids.size && one.every((id) => ids.has(id.toString()));
}
