import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection, type mongo, Types } from 'mongoose';

import { countExactly } from '../src/common/mongo/migrations/count-exactly.js';
import { cutCommentPreviews } from '../src/common/mongo/migrations/cut-comment-previews.js';
import { dropStoredAnswers } from '../src/common/mongo/migrations/drop-stored-answers.js';
import { renameCollections } from '../src/common/mongo/migrations/rename-collections.js';
import { databaseServer } from './support/databases.js';

type Row = Record<string, unknown> & { _id: unknown };

const DAY = new Date('2026-03-01T12:00:00Z');
/** More than one batch of a migration. */
const MANY = 1_100;
/** Code points that take two UTF-16 code units each. */
const LONG = '⚽🏟'.repeat(200);

describe('data migrations', () => {
  let connection: Connection;
  let db: mongo.Db;

  beforeEach(async () => {
    const server = databaseServer();
    server.pathname = `/test-${randomBytes(6).toString('hex')}`;
    connection = await mongoose.createConnection(server.href).asPromise();
    db = connection.getClient().db();
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  const rows = (name: string) =>
    db
      .collection<Row>(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
  const insert = (name: string, documents: readonly object[]) =>
    db.collection(name).insertMany([...documents]);

  /** A database whose writes fail from this one on, as if the process had crashed there. */
  function interruptedAt(write: number): mongo.Db {
    let writes = 0;
    const guard = (collection: mongo.Collection) =>
      new Proxy(collection, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const method = value.bind(target) as (...given: unknown[]) => unknown;
          if (!/^(update|insert|delete|bulkWrite)/.test(String(name))) return method;
          return (...given: unknown[]) => {
            writes += 1;
            if (writes >= write) return Promise.reject(new Error('power cut'));
            return method(...given);
          };
        },
      });
    return new Proxy(db, {
      get(target, name) {
        if (name === 'collection') return (of: string) => guard(target.collection(of));
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return value.bind(target) as unknown;
      },
    });
  }

  describe('dropStoredAnswers', () => {
    const key = (number: number) => ({
      _id: `fan:${String(number).padStart(5, '0')}`,
      fingerprint: 'a hash',
      resultId: `result ${number}`,
      attempt: 'first',
      leaseUntil: DAY,
      expiresAt: DAY,
    });
    const done = (number: number) => ({
      ...key(number),
      done: true,
      answer: { status: 201, body: { text: 'x'.repeat(500) } },
    });
    const expected = [
      { ...key(1), status: 201 },
      { ...key(2), status: 201 },
      // A request in progress has no response yet; a key of this version needs no change.
      key(3),
      { ...key(4), status: 200 },
    ];

    beforeEach(() =>
      insert('idempotency_keys', [done(1), done(2), key(3), { ...key(4), status: 200 }]),
    );

    it('reduces each stored answer to its status', async () => {
      await dropStoredAnswers(db);

      expect(await rows('idempotency_keys')).toEqual(expected);
    });

    it('changes nothing on a second run', async () => {
      await dropStoredAnswers(db);
      await dropStoredAnswers(db);

      expect(await rows('idempotency_keys')).toEqual(expected);
    });

    it('completes a run that was interrupted halfway', async () => {
      // An update of many documents may end after any of them.
      await db
        .collection<{ _id: string }>('idempotency_keys')
        .replaceOne({ _id: key(1)._id }, { ...key(1), status: 201 });

      await dropStoredAnswers(db);

      expect(await rows('idempotency_keys')).toEqual(expected);
    });
  });

  describe('cutCommentPreviews', () => {
    const cut = { text: '⚽🏟'.repeat(150), truncated: true };
    const post = (comments: object[]) => ({
      _id: new Types.ObjectId(),
      text: LONG,
      firstComments: comments,
    });
    const comment = (text: string) => ({ _id: new Types.ObjectId(), authorId: 'a', text });

    it.each(['posts', 'removed_posts'])(
      'cuts long comment previews of %s at 300 characters, also after an interrupted or repeated run',
      async (name) => {
        const short = { ...comment('Well played'), createdAt: DAY };
        const exact = comment('x'.repeat(300));
        const long = { ...comment(LONG), createdAt: DAY };
        const posts = [post([short, long, exact]), post([]), post([long])];
        const expected = [
          { ...posts[0], firstComments: [short, { ...long, ...cut }, exact] },
          posts[1],
          { ...posts[2], firstComments: [{ ...long, ...cut }] },
        ];
        // The interrupted run had processed the first one.
        await insert(name, [expected[0] as object, ...posts.slice(1)]);

        await cutCommentPreviews(db);
        expect(await rows(name)).toEqual(expected);
        await cutCommentPreviews(db);

        expect(await rows(name)).toEqual(expected);
      },
    );
  });

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
      await insert('posts', posts);
      await insert('removed_posts', [
        { ...wrong, _id: new Types.ObjectId(), authorId: bob, version: 1, createdAt: DAY },
      ]);
      await insert(
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
      await insert('comments', comments);
      await insert('follows', [
        { followerId: alice, followedId: bob, createdAt: DAY },
        { followerId: bob, followedId: alice, createdAt: DAY },
        { followerId: fans[2], followedId: alice, createdAt: DAY },
      ]);
      await insert(
        'users',
        fans.map((_id, number) => ({
          _id,
          username: `fan ${number}`,
          createdAt: DAY,
          // The oldest fans have no counts.
          ...(number % 2 === 0 ? { counts: { friends: 3, followers: 9, posts: 1 } } : {}),
        })),
      );
      await insert('counters', [
        { _id: 'posts:2026:0', kind: 'posts', year: 2026, days: { '03-01': 5 } },
        { _id: 'posts:2026:3', kind: 'posts', year: 2026, days: { '03-01': 2 } },
      ]);
      await insert('activity_counters', [{ day: '2026-03-01', count: 4 }]);
      return { liked: liked._id, comments };
    }

    async function expectExact({
      liked,
      comments,
    }: Awaited<ReturnType<typeof aDatabaseWithWrongCounts>>) {
      const posts = await rows('posts');
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
      expect((await rows('removed_posts'))[0]).toMatchObject(empty);
      const counts = (await rows('users')).map((fan) => fan['counts']);
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
      expect(await rows('counters')).toEqual([
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
      const before = await Promise.all(['posts', 'users', 'counters'].map(rows));

      await countExactly(db);

      await expectExact(written);
      expect(await Promise.all(['posts', 'users', 'counters'].map(rows))).toEqual(before);
    });

    // In the posts, in the fans, and between deleting and inserting the counts of a day.
    it.each([30, 60, 77])('completes a run that was interrupted at write %d', async (write) => {
      const written = await aDatabaseWithWrongCounts();
      await expect(countExactly(interruptedAt(write))).rejects.toThrow('power cut');

      await countExactly(db);

      await expectExact(written);
    });
  });

  describe('renameCollections', () => {
    const [alice, bob] = [new Types.ObjectId(), new Types.ObjectId()];
    const id = () => new Types.ObjectId();
    const block = { _id: id(), fanId: alice, otherId: bob, kind: 'block', createdAt: DAY };
    const key = { _id: id(), fanId: alice, group: 'team:m1', at: DAY };
    const removal = { at: DAY, by: { _id: 'a', username: 'ada' } };
    const request = { kind: 'team', group: 'team:m1', target: { type: 'match', id: 'm1' } };
    const fanout = { _id: 'f1', audience: { teams: ['m'] }, at: DAY };
    const old: Record<string, Row[]> = {
      fan_marks: [block],
      fan_mark_versions: [{ _id: alice, version: block._id }],
      removed_posts: [
        { _id: id(), text: 'hidden', removal: { ...removal, withheld: true } },
        { _id: id(), text: 'public', removal },
      ],
      post_removals: [{ _id: id(), removedAt: DAY }],
      // Rows of one group differ by their key alone.
      notification_causes: [
        { ...key, once: '1:Goal' },
        { ...key, _id: id(), once: '2:Goal' },
      ],
      notification_rounds: [
        { ...fanout, telling: { ...request, once: '1:Goal', isNewEachTime: true } },
        { ...fanout, _id: 'f2', telling: request },
      ],
      told_matches: [{ _id: 'team:m1', text: 'Goal', number: 1, at: DAY }],
      held_names: [{ _id: 'ann', skeleton: 'ann', until: DAY }],
      mails: [{ _id: id(), heldBy: 'one', dueAt: DAY }],
      push_messages: [{ _id: id(), heldBy: 'one', dueAt: DAY }],
      idempotency_keys: [{ _id: 'fan:1', attempt: 'first', heldUntil: DAY }],
    };
    const renamed: Record<string, Row[]> = {
      fan_relations: [block],
      fan_relation_versions: [{ _id: alice, version: block._id }],
      moderated_posts: [
        { ...old['removed_posts']?.[0], removal: { ...removal, hidden: true } } as Row,
        old['removed_posts']?.[1] as Row,
      ],
      deleted_posts: old['post_removals'] as Row[],
      notification_dedup_keys: [
        { ...key, dedupKey: '1:Goal' },
        { ...key, _id: old['notification_causes']?.[1]?._id, dedupKey: '2:Goal' },
      ],
      notification_fanouts: [
        { ...fanout, request: { ...request, dedupKey: '1:Goal', renotify: true } },
        { ...fanout, _id: 'f2', request },
      ],
      match_notification_states: old['told_matches'] as Row[],
      reserved_names: old['held_names'] as Row[],
      mails: [{ _id: old['mails']?.[0]?._id, leaseId: 'one', dueAt: DAY }],
      push_messages: [{ _id: old['push_messages']?.[0]?._id, leaseId: 'one', dueAt: DAY }],
      idempotency_keys: [{ _id: 'fan:1', attempt: 'first', leaseUntil: DAY }],
    };

    beforeEach(async () => {
      for (const [name, documents] of Object.entries(old)) await insert(name, documents);
      await db.collection('fan_marks').createIndexes([{ key: { fanId: 1, kind: 1, otherId: 1 } }]);
      await db.collection('removed_posts').createIndexes([{ key: { 'removal.withheld': 1 } }]);
      await db.collection('notification_causes').createIndexes([
        { key: { fanId: 1, group: 1, once: 1 }, unique: true },
        { key: { at: 1 }, expireAfterSeconds: 2_000_000_000 },
      ]);
      await db.collection('push_messages').createIndexes([{ key: { heldBy: 1 }, sparse: true }]);
    });

    async function expectRenamed() {
      const names = await db.listCollections({}, { nameOnly: true }).toArray();
      expect(names.map(({ name }) => name).sort()).toEqual(Object.keys(renamed).sort());
      for (const [name, expected] of Object.entries(renamed)) {
        expect({ name, rows: await rows(name) }).toEqual({ name, rows: expected });
      }
    }
    const indexNames = async (name: string) =>
      (await db.collection(name).indexes()).map((index) => index.name);

    it('renames collections with their rows, fields and indexes', async () => {
      await renameCollections(db);

      await expectRenamed();
      expect(await indexNames('fan_relations')).toEqual(['_id_', 'fanId_1_kind_1_otherId_1']);
    });

    it('drops only indexes over renamed fields', async () => {
      await renameCollections(db);

      expect(await indexNames('moderated_posts')).toEqual(['_id_']);
      expect(await indexNames('notification_dedup_keys')).toEqual(['_id_', 'at_1']);
      expect(await indexNames('push_messages')).toEqual(['_id_']);
    });

    it('changes nothing on a second run', async () => {
      await renameCollections(db);
      await renameCollections(db);

      await expectRenamed();
    });

    // Each is an update of fields: of removed posts, of keys, twice of fan-outs, then of leases.
    it.each([1, 2, 3, 4, 5, 6, 7])(
      'completes a run that was interrupted at write %d',
      async (write) => {
        await expect(renameCollections(interruptedAt(write))).rejects.toThrow('power cut');

        await renameCollections(db);

        await expectRenamed();
      },
    );

    it('adds the rows of an old collection that was written to after the migration', async () => {
      await renameCollections(db);
      const mute = { ...block, _id: id(), kind: 'mute' };
      await db
        .collection('fan_relations')
        .createIndexes([{ key: { otherId: 1, kind: 1, fanId: 1 }, unique: true }]);
      // The same block under another id is a duplicate.
      await insert('fan_marks', [{ ...block, _id: id() }, mute]);
      await insert(
        'told_matches',
        Array.from({ length: MANY }, (_, at) => ({ _id: `new ${at}` })),
      );

      await renameCollections(db);

      expect(await rows('fan_relations')).toEqual([block, mute]);
      expect(await rows('match_notification_states')).toHaveLength(1 + MANY);
      expect(await db.listCollections({ name: 'fan_marks' }).toArray()).toEqual([]);
    });
  });
});
