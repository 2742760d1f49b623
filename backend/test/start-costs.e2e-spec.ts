import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { operationsOf } from './support/operations.js';

const FEW = 150;
const MANY = 2_000;
/** How many documents or keys one operation of a start may examine: a page or a batch. */
const MOST_EXAMINED = 100;

describe('server start with a large database', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff({ DEMO: 'on' });
  });
  afterAll(() => kickoff.stop());

  /** Adds fans, each with a row in every collection that grows. */
  async function add(count: number): Promise<void> {
    const now = kickoff.clock.now();
    const fans = await manyFans(kickoff, count, () => ({ lastSeenAt: now }));
    await manyFollows(
      kickoff,
      fans.flatMap((by, at) => {
        const of = fans[at + 1];
        return of ? [{ by, of }] : [];
      }),
    );
    const posts = fans.map((authorId) => ({
      _id: new Types.ObjectId(),
      authorId,
      text: 'A post',
      likesCount: 1,
      commentsCount: 1,
      newestLikers: [authorId],
      firstComments: [],
      version: 1,
      createdAt: now,
    }));
    const rows: Record<string, object[]> = {
      posts,
      post_likes: posts.map(({ _id, authorId }) => ({ postId: _id, userId: authorId })),
      comments: posts.map(({ _id, authorId }) => ({ postId: _id, authorId, createdAt: now })),
      media_files: fans.map((ownerId) => ({ _id: `${String(ownerId)}.webp`, ownerId, bytes: 1 })),
      sessions: fans.map((ownerId) => ({ ownerId, audience: 'fan', createdAt: now })),
      notifications: fans.map((fanId) => ({ fanId, group: 'follow', at: now, read: false })),
      limit_counters: fans.map((id) => ({ _id: `x:${String(id)}`, count: 1, resetAt: now })),
    };
    for (const [collection, documents] of Object.entries(rows)) {
      await kickoff.connection.collection(collection).insertMany(documents);
    }
  }

  /** The maximum that an operation of a start or of the first job runs examines, by collection. */
  async function costsOfStart(): Promise<Record<string, number>> {
    const operations = await operationsOf(kickoff, async () => {
      const other = await kickoff.another();
      await other.close();
    }, []);
    const costs: Record<string, number> = {};
    for (const { collection, examined } of operations) {
      const cost = Math.max(examined.documents, examined.keys);
      costs[collection] = Math.max(costs[collection] ?? 0, cost);
    }
    return costs;
  }

  it('examines no more with 2,000 fans and posts than with 150', async () => {
    await add(FEW);
    const few = await costsOfStart();
    await add(MANY - FEW);
    const many = await costsOfStart();

    expect(Object.keys(few)).toEqual(expect.arrayContaining(['schema_versions', 'admins']));
    // One row more is a lease that the instance has not acquired yet.
    const grown = Object.entries(many).filter(([name, cost]) => cost > Math.max(few[name] ?? 0, 1));
    expect(grown).toEqual([]);
    expect(Math.max(...Object.values(many))).toBeLessThanOrEqual(MOST_EXAMINED);
  });
});
