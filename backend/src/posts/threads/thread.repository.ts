import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds } from '../../common/mongo/ids.js';
import type { Position } from '../../common/http/cursors.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { keyset } from '../../common/mongo/keyset.js';
import { rowsOf } from '../../common/mongo/rows-of.js';
import {
  type PostDocument,
  type StoredPost,
  postsCollection,
  THREAD_AUTHOR_INDEX,
} from '../post.schema.js';
import { POSTS_BATCH, type Preview, previewed } from '../posts-page.js';
import { compareIn, positionOfPost, type ThreadOrder } from './thread-order.js';
import type { ThreadSight } from './thread-sight.js';

/** With more authors in one query, MongoDB sorts in memory. */
const AUTHORS_AT_ONCE = 180;

/** The posts of a thread that one reader sees. */
export interface ThreadList {
  matchId: string;
  readerId: string;
  sight: ThreadSight;
  order: ThreadOrder;
  /** Absent: all authors. */
  authorIds?: readonly string[] | undefined;
}

/** A part of a thread by moments, with the authors whose posts are visible. */
interface Segment {
  moments: object;
  authorIds?: readonly string[] | undefined;
}

/** All database access of the posts of threads. */
@Injectable()
export class ThreadRepository {
  constructor(@InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>) {}

  /** Yields the next posts of a list after a position. */
  async *findPosts(
    list: ThreadList,
    preview: Preview,
    size: number,
    after: Position | undefined,
  ): AsyncGenerator<PostDocument> {
    let left = size;
    for (const segment of segmentsOf(list)) {
      if (left === 0) return;
      for await (const post of this.findIn(segment, list, preview, left, after)) {
        left -= 1;
        yield post;
      }
    }
  }

  /** Returns some posts of a thread whose moments are after one and up to another, oldest first. */
  findBetween(
    matchId: string,
    { after, until }: { after: Date; until: Date },
    preview: Preview,
    size: number,
  ): Promise<PostDocument[]> {
    return this.posts
      .find(
        { 'match.id': matchId, 'match.at': { $gt: after, $lte: until } },
        {
          sort: { 'match.at': 1, _id: 1 },
          limit: size,
          projection: previewed(preview),
          batchSize: POSTS_BATCH,
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Ids of the rehearsals that posts are about. */
  async findRehearsalIds(): Promise<string[]> {
    const ids: unknown[] = await this.posts.distinct('match.rehearsal', {
      'match.rehearsal': { $exists: true },
    });
    return ids.filter((id) => typeof id === 'string');
  }

  /** Some posts about matches of a rehearsal, in order of id after `after`. */
  findByRehearsal(
    rehearsalId: string,
    size: number,
    after: string | undefined,
  ): Promise<Pick<PostDocument, '_id' | 'authorId'>[]> {
    return this.posts
      .find<Pick<StoredPost, '_id' | 'authorId'>>(
        {
          'match.rehearsal': rehearsalId,
          ...(after ? { _id: { $gt: new Types.ObjectId(after) } } : {}),
        },
        { sort: { _id: 1 }, limit: size, projection: { authorId: 1 }, batchSize: size },
      )
      .toArray()
      .then(toStringIds);
  }

  private async *findIn(
    { moments, authorIds }: Segment,
    { matchId, order }: ThreadList,
    preview: Preview,
    limit: number,
    after: Position | undefined,
  ): AsyncGenerator<PostDocument> {
    const isAscending = order === 'oldest';
    const direction = isAscending ? 1 : -1;
    const find = (authors: object, options: { hint?: typeof THREAD_AUTHOR_INDEX } = {}) =>
      this.posts.find(
        {
          'match.id': matchId,
          ...authors,
          $and: [moments, keyset(after, { at: 'match.at', isAscending })],
        },
        {
          sort: { 'match.at': direction, _id: direction },
          limit,
          projection: previewed(preview),
          batchSize: POSTS_BATCH,
          ...options,
        },
      );
    // Otherwise MongoDB reuses the plan of active authors, which examines the posts of all others.
    const findBy = (ids: readonly string[]) =>
      find({ authorId: { $in: toObjectIds(ids) } }, { hint: THREAD_AUTHOR_INDEX });
    if (!authorIds) yield* rowsOf(find({}), toStringIds);
    else if (authorIds.length <= AUTHORS_AT_ONCE) {
      yield* rowsOf(findBy(authorIds), toStringIds);
    } else {
      const compare = compareIn(order);
      const found = await Promise.all(partsOf(authorIds).map((part) => findBy(part).toArray()));
      yield* toStringIds(found.flat())
        .sort((one, other) => compare(positionOfPost(one), positionOfPost(other)))
        .slice(0, limit);
    }
  }
}

/** The parts of a thread in order: visible posts of all, then own posts only. */
function segmentsOf({ sight, readerId, authorIds, order }: ThreadList): Segment[] {
  const { until, isHidden } = sight;
  if (!until) return [{ moments: {}, authorIds }];
  const beforeKickOff = isHidden ? { 'match.minute': null } : {};
  const segments = [
    { moments: { 'match.at': { $lte: until }, ...beforeKickOff }, authorIds },
    { moments: { 'match.at': { $gt: until } }, authorIds: [readerId] },
  ];
  return order === 'oldest' ? segments : segments.reverse();
}

function partsOf(ids: readonly string[]): (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < ids.length; start += AUTHORS_AT_ONCE) {
    parts.push(ids.slice(start, start + AUTHORS_AT_ONCE));
  }
  return parts;
}
