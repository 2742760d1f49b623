import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type mongo, Types } from 'mongoose';

import { cutCommentPreviews } from '../src/common/mongo/migrations/cut-comment-previews.js';
import { dropStoredAnswers } from '../src/common/mongo/migrations/drop-stored-answers.js';
import { foldUsernames } from '../src/common/mongo/migrations/fold-usernames.js';
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
      given.insert('idempotency_keys', [done(1), done(2), key(3), { ...key(4), status: 200 }]),
    );

    it('reduces each stored answer to its status', async () => {
      await dropStoredAnswers(db);

      expect(await given.rows('idempotency_keys')).toEqual(expected);
    });

    it('changes nothing on a second run', async () => {
      await dropStoredAnswers(db);
      await dropStoredAnswers(db);

      expect(await given.rows('idempotency_keys')).toEqual(expected);
    });

    it('completes a run that was interrupted halfway', async () => {
      // An update of many documents may end after any of them.
      await db
        .collection<{ _id: string }>('idempotency_keys')
        .replaceOne({ _id: key(1)._id }, { ...key(1), status: 201 });

      await dropStoredAnswers(db);

      expect(await given.rows('idempotency_keys')).toEqual(expected);
    });
  });

  describe('foldUsernames', () => {
    const named = (number: number, username: string, key = username.toLowerCase()) => ({
      _id: new Types.ObjectId(String(number).padStart(24, '0')),
      username,
      usernameKey: key,
      usernameSkeleton: key,
    });

    it.each(['users', 'admins'])(
      'folds the keys of %s, except of a name that is taken, also on a second run',
      async (name) => {
        const keys = [{ usernameKey: 1 }, { usernameSkeleton: 1 }] as const;
        await db.collection(name).createIndexes(keys.map((key) => ({ key, unique: true })));
        const [taken, same, alone] = [
          named(1, 'Weiß'),
          named(2, 'WEISS'),
          named(3, 'Groß'),
        ] as const;
        await given.insert(name, [taken, same, alone]);

        await foldUsernames(db);
        await foldUsernames(db);

        expect(await given.rows(name)).toEqual([taken, same, named(3, 'Groß', 'gross')]);
      },
    );

    it('folds all of more than one batch, as well as reserved names', async () => {
      await given.insert(
        'users',
        Array.from({ length: MANY }, (_, at) => named(at + 1, `Fuß ${at}`)),
      );
      await given.insert('reserved_names', [{ _id: 'maß', skeleton: 'maß', until: DAY }]);

      await foldUsernames(db);

      const fans = await given.rows('users');
      expect(fans.map(({ usernameKey }) => usernameKey)).toEqual(fans.map((_, at) => `fuss ${at}`));
      expect(await given.rows('reserved_names')).toEqual([
        { _id: 'maß', skeleton: 'mass', until: DAY },
      ]);
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
        await given.insert(name, [expected[0] as object, ...posts.slice(1)]);

        await cutCommentPreviews(db);
        expect(await given.rows(name)).toEqual(expected);
        await cutCommentPreviews(db);

        expect(await given.rows(name)).toEqual(expected);
      },
    );
  });
});
