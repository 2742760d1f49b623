import { Injectable } from '@nestjs/common';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import type { Position } from '../../common/http/cursors.js';
import { Clock } from '../../common/time/clock.js';
import { FollowsService } from '../../people/follows.service.js';
import { newestFirst, type PostPosition, type PostVersion } from '../posts-page.js';
import { type AuthoredPosition, PostsRepository } from '../posts.repository.js';

/** With more authors in one query, MongoDB sorts in memory. */
const AUTHORS_AT_ONCE = 180;

const MAX_BYTES = 8 * 1024 * 1024;
const BYTES_PER_POSITION = 200;
/** Posts cached per reader: two pages and some more. */
const CACHED_POSTS = 60;
/** A post may be committed this long after its time. */
const MAX_DELAY_MS = 60_000;
/** A post that is committed even later is missing for this time at most. */
const MAX_AGE_MS = 5 * 60_000;
/** With more new posts of everyone, all authors are queried again. */
const MAX_NEW_POSTS = 300;

/** The newest posts of a fan and all followed fans. */
interface Timeline {
  /** Newest first; complete down to the last one. */
  posts: readonly AuthoredPosition[];
  /** Whether there are no older posts. */
  isWhole: boolean;
  followsVersion: string;
  /** The oldest follow that counts; absent if all do. */
  lastFollow: Position | undefined;
  /** The next reading compares everyone's posts since then. */
  comparedFrom: Date;
  validUntil: number;
}

interface PageStart {
  after: Position | undefined;
  /** Authors to exclude. */
  hidden: ReadonlySet<string>;
}

/**
 * Reads the feed of followed fans. One query reads the posts of up to 180 authors. For readers who
 * follow more, the newest posts are cached: a page then costs the posts of everyone since the last
 * one (docs/decisions/0032).
 */
@Injectable()
export class FollowedPosts {
  private readonly timelines: ByteBoundedCache<Timeline>;

  constructor(
    private readonly repository: PostsRepository,
    private readonly follows: FollowsService,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.timelines = caches.create('followed_posts', MAX_BYTES);
  }

  /** Finds the versions of a fan's own and followed fans' newest posts after a position. */
  async findVersions(fanId: string, size: number, start: PageStart): Promise<PostVersion[]> {
    const { after, hidden } = start;
    const some = await this.follows.newestFollows(fanId, AUTHORS_AT_ONCE);
    if (some.ids.length < AUTHORS_AT_ONCE) {
      return this.repository.findVersions(size, {
        authorIds: authorsOf(fanId, some.ids, hidden),
        after,
      });
    }
    const page = cutPage(await this.currentTimeline(fanId), size, start);
    if (page) return this.withVersions(page);
    const all = await this.follows.newestFollows(fanId);
    return this.withVersions(await this.merge(authorsOf(fanId, all.ids, hidden), size, after));
  }

  /** Returns the cached timeline with the posts of now, or a new one. */
  private async currentTimeline(fanId: string): Promise<Timeline> {
    const now = this.clock.now();
    const known = this.timelines.get(fanId, ({ validUntil }) => now.getTime() < validUntil);
    // Read before the follows: those may then be newer, but not older.
    const [followsVersion, newPosts] = await Promise.all([
      this.follows.versionOf(fanId),
      known ? this.repository.findSince(known.comparedFrom, MAX_NEW_POSTS + 1) : [],
    ]);
    const isUsable = known?.followsVersion === followsVersion && newPosts.length <= MAX_NEW_POSTS;
    const timeline = isUsable
      ? await this.addPosts(fanId, known, newPosts, now)
      : await this.create(fanId, followsVersion, now);
    this.timelines.set(fanId, timeline, timeline.posts.length * BYTES_PER_POSITION);
    return timeline;
  }

  private async create(fanId: string, followsVersion: string, now: Date): Promise<Timeline> {
    const { ids, last } = await this.follows.newestFollows(fanId);
    const posts = await this.merge([fanId, ...ids], CACHED_POSTS, undefined);
    return {
      posts,
      isWhole: posts.length < CACHED_POSTS,
      followsVersion,
      lastFollow: last,
      comparedFrom: new Date(now.getTime() - MAX_DELAY_MS),
      validUntil: now.getTime() + MAX_AGE_MS,
    };
  }

  /** Returns the timeline with those of the new posts whose authors the fan follows. */
  private async addPosts(
    fanId: string,
    timeline: Timeline,
    newPosts: readonly AuthoredPosition[],
    now: Date,
  ): Promise<Timeline> {
    const comparedFrom = new Date(now.getTime() - MAX_DELAY_MS);
    const known = new Map(timeline.posts.map((post) => [post._id, post]));
    // A deleted post's id may return with another time, if its call was repeated.
    const isKnown = ({ _id, createdAt }: PostPosition) =>
      known.get(_id)?.createdAt.getTime() === createdAt.getTime();
    const candidates = newPosts.filter((post) => !isKnown(post));
    if (candidates.length === 0) return { ...timeline, comparedFrom };

    const authorIds = [...new Set(candidates.map(({ authorId }) => authorId))];
    const followed = await this.follows.followedAmong(fanId, authorIds, timeline.lastFollow);
    const added = candidates.filter(({ authorId }) => authorId === fanId || followed.has(authorId));
    for (const { _id } of added) known.delete(_id);
    const oldest = timeline.isWhole ? undefined : timeline.posts.at(-1);
    const posts = [...known.values(), ...added]
      .filter((post) => !oldest || newestFirst(post, oldest) <= 0)
      .sort(newestFirst);
    return {
      ...timeline,
      posts: posts.slice(0, CACHED_POSTS),
      isWhole: timeline.isWhole && posts.length <= CACHED_POSTS,
      comparedFrom,
    };
  }

  /** Merges the newest posts of many authors. */
  private async merge(
    authorIds: readonly string[],
    size: number,
    after: Position | undefined,
  ): Promise<AuthoredPosition[]> {
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
      parts.push(authorIds.slice(start, start + AUTHORS_AT_ONCE));
    }
    const places = await Promise.all(
      parts.map((part) => this.repository.findPositions(size, { after, authorIds: part })),
    );
    return places.flat().sort(newestFirst).slice(0, size);
  }

  /** A post that was deleted in the meantime has no version; `PostCache` leaves it out. */
  private async withVersions(posts: readonly AuthoredPosition[]): Promise<PostVersion[]> {
    const current = await this.repository.findVersionsOf(posts.map(({ _id }) => _id));
    return posts.map(({ _id, createdAt }) => ({
      _id,
      createdAt,
      version: current.get(_id) ?? 0,
    }));
  }
}

function authorsOf(
  fanId: string,
  followed: readonly string[],
  hidden: ReadonlySet<string>,
): string[] {
  return [fanId, ...followed.filter((id) => !hidden.has(id))];
}

/** Cuts a page from a timeline; undefined if it does not contain the whole page. */
function cutPage(
  { posts, isWhole }: Timeline,
  size: number,
  { after, hidden }: PageStart,
): readonly AuthoredPosition[] | undefined {
  const first = after && { _id: after.id, createdAt: after.at };
  const page = posts
    .filter((post) => !hidden.has(post.authorId) && (!first || newestFirst(post, first) > 0))
    .slice(0, size);
  return isWhole || page.length === size ? page : undefined;
}
