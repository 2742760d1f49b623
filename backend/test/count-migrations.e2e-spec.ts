import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type mongo, Types } from 'mongoose';

import { countExactly } from '../src/common/mongo/migrations/count-exactly.js';
import { LONG, MANY, MigrationDatabase } from './support/migration-database.js';

const DAY = new Date('2026-03-01T12:00:00Z');

describe('data migrations', () => {
  let given: MigrationDatabase;
  let db: mongo.Db;

  beforeEach(async () => {
    given = await MigrationDatabase.open();
    ({ db } = given);
  });
  afterEach(() => given.close());

  describe('countExactly', () => {
    const fans = Array.from({ length: 30 }, () => new Types.ObjectId());
    const [alice, bob] = fans as [Types.ObjectId, Types.ObjectId];
    const at = (seconds: number) => new Date(DAY.getTime() + seconds * 1_000);

    /** Posts with wrong counts and previews, as a crash of an older version left them. */
    async function aDatabaseWithWrongCounts() {
      const right = { likesCount: 0, commentsCount: 0, newestLikers: [], firstComments: [] };
      const wrong = { ...right, likesCount: 7, newestLikers: [bob] };
      const posts = Array.from({ length: MANY }, (_, number) => ({
        _id: new Types.ObjectId(),
        authorId: alice,
        text: `post ${number}`,
        ...(number < 20 || number >= MANY - 20 ? wrong : right),
        version: 1,
        createdAt: at(number),
      }));
      const [liked] = posts as [(typeof posts)[number]];
      await given.insert('posts', posts);
      await given.insert('removed_posts', [
        { ...wrong, _id: new Types.ObjectId(), authorId: bob, version: 1, createdAt: DAY },
      ]);
      await given.insert(
        'post_likes',
        fans.map((userId, number) => ({ postId: liked._id, userId, createdAt: at(number) })),
      );
      const comments = fans.map((authorId, number) => ({
        _id: new Types.ObjectId(),
        postId: liked._id,
        authorId,
        text: LONG,
        createdAt: at(number),
      }));
      await given.insert('comments', comments);
      await given.insert('follows', [
        { followerId: alice, followedId: bob, createdAt: DAY },
        { followerId: bob, followedId: alice, createdAt: DAY },
        { followerId: fans[2], followedId: alice, createdAt: DAY },
      ]);
      await given.insert(
        'users',
        fans.map((_id, number) => ({
          _id,
          username: `fan ${number}`,
          createdAt: DAY,
          // The oldest fans have no counts.
          ...(number % 2 === 0 ? { counts: { friends: 3, followers: 9, posts: 1 } } : {}),
        })),
      );
      await given.insert('counters', [
        { _id: 'posts:2026:0', kind: 'posts', year: 2026, days: { '03-01': 5 } },
        { _id: 'posts:2026:3', kind: 'posts', year: 2026, days: { '03-01': 2 } },
      ]);
      await given.insert('activity_counters', [{ day: '2026-03-01', count: 4 }]);
      return { liked: liked._id, comments };
    }

    async function expectExact({
      liked,
      comments,
    }: Awaited<ReturnType<typeof aDatabaseWithWrongCounts>>) {
      const posts = await given.rows('posts');
      expect(posts.filter((post) => post['likesCount'] !== 0)).toHaveLength(1);
      expect(posts.find(({ _id }) => String(_id) === String(liked))).toMatchObject({
        likesCount: fans.length,
        commentsCount: fans.length,
        newestLikers: [...fans].reverse().slice(0, 24),
        firstComments: comments.slice(0, 20).map(({ _id, authorId, createdAt }) => ({
          _id,
          authorId,
          createdAt,
          text: '⚽🏟'.repeat(150),
          truncated: true,
        })),
      });
      const empty = { likesCount: 0, commentsCount: 0, newestLikers: [], firstComments: [] };
      expect(posts.at(-1)).toMatchObject(empty);
      expect((await given.rows('removed_posts'))[0]).toMatchObject(empty);
      const counts = (await given.rows('users')).map((fan) => fan['counts']);
      expect(counts.slice(0, 4)).toEqual([
        { friends: 1, followers: 2, posts: MANY },
        { friends: 1, followers: 1, posts: 0 },
        { friends: 1, followers: 0, posts: 0 },
        { friends: 0, followers: 0, posts: 0 },
      ]);
      const day = (kind: string, count: number) => ({
        _id: `${kind}:2026:0`,
        kind,
        year: 2026,
        days: { '03-01': count },
      });
      expect(await given.rows('counters')).toEqual([
        day('comments', fans.length),
        day('likes', fans.length),
        day('posts', MANY),
        day('users', fans.length),
      ]);
      expect(await db.listCollections({ name: 'activity_counters' }).toArray()).toEqual([]);
    }

    it('makes every count and preview match its rows', async () => {
      const written = await aDatabaseWithWrongCounts();

      await countExactly(db);

      await expectExact(written);
    });

    it('changes nothing on a second run', async () => {
      const written = await aDatabaseWithWrongCounts();
      await countExactly(db);
      const before = await Promise.all(
        ['posts', 'users', 'counters'].map((name) => given.rows(name)),
      );

      await countExactly(db);

      await expectExact(written);
      expect(
        await Promise.all(['posts', 'users', 'counters'].map((name) => given.rows(name))),
      ).toEqual(before);
    });

    // In the posts, in the fans, and between deleting and inserting the counts of a day.
    it.each([30, 60, 77])('completes a run that was interrupted at write %d', async (write) => {
      const written = await aDatabaseWithWrongCounts();
      await expect(countExactly(given.interruptedAt(write))).rejects.toThrow('power cut');

      await countExactly(db);

      await expectExact(written);
    });
  });
});
