import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FriendSuggestion } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';

const DAY_MS = 24 * 60 * 60_000;

describe('friend suggestions of a new fan', () => {
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    await kickoff.connection.collection('users').deleteMany({});
    [ann, bob] = await Promise.all([aFan(kickoff), aFan(kickoff)]);
  });

  const suggested = async (): Promise<FriendSuggestion[]> => {
    const answer = await as(kickoff, ann).get('/api/user/friend-suggestions').expect(200);
    return z.array(FriendSuggestion).parse(answer.body);
  };
  const ids = async () => (await suggested()).map(({ _id }) => _id);
  const dismiss = (query = '') =>
    as(kickoff, ann).delete(`/api/user/friend-suggestions/${bob.id}${query}`);
  const posts = () => kickoff.connection.collection('posts');
  const mute = (word: string) =>
    as(kickoff, ann).put('/api/user/muted-words').send([{ word }]).expect(200);
  const write = async (texts: readonly string[], authorId = new Types.ObjectId(bob.id)) => {
    const { insertedIds } = await posts().insertMany(
      texts.map((text, at) => ({
        authorId,
        text,
        newestLikers: [],
        firstComments: [],
        createdAt: new Date(Date.UTC(2026, 0, 1 + at)),
      })),
    );
    return Object.values(insertedIds);
  };

  it('returns 140 code points of the newest post with text as the sample', async () => {
    await write(['Old', '⚽🏟'.repeat(100), ' ', '']);

    expect(await suggested()).toMatchObject([
      { _id: bob.id, reason: 'Recently active', sample: '⚽🏟'.repeat(70) },
    ]);
  });

  it('returns no sample of a fan without posts', async () => {
    const [only] = await suggested();

    expect(only?._id).toBe(bob.id);
    expect(only).not.toHaveProperty('sample');
  });

  it('returns the newest sample without a muted word in its text or alt text', async () => {
    const late = `${'Long '.repeat(40)}referee`;
    await write(['Fine', 'The Referee!', late]);
    const [post] = await write(['A banner']);
    await posts().updateOne({ _id: post }, { $set: { alt: 'Referee, go home' } });

    await mute('referee');

    expect(await suggested()).toMatchObject([{ _id: bob.id, sample: 'Fine' }]);
  });

  it('reads whole posts in one more query for a reader with muted words', async () => {
    await write(Array.from({ length: 50 }, (_, at) => `Post ${at}`));
    await mute('referee');
    await suggested();

    const operations = await operationsOf(kickoff, suggested);

    const examined = operations
      .filter(({ collection }) => collection === 'posts')
      .map(({ examined: { documents } }) => documents);
    expect(examined).toEqual([5, 5]);
  });

  it('reads a bounded number of posts in one query', async () => {
    const cat = await aFan(kickoff);
    await write(Array.from({ length: 50 }, (_, at) => `Post ${at}`));
    await write(['Mine', 'Newer'], new Types.ObjectId(cat.id));

    const operations = await operationsOf(kickoff, suggested);

    const posts = operations.filter(({ collection }) => collection === 'posts');
    expect(posts).toHaveLength(1);
    expect(posts[0]?.examined.documents).toBeLessThanOrEqual(10);
    expect((await suggested()).map(({ sample }) => sample).sort()).toEqual(['Newer', 'Post 49']);
  });

  it('returns a dismissed fan again after the days of the dismissal', async () => {
    await dismiss('?days=3').expect(204);
    kickoff.clock.advance(3 * DAY_MS - 60_000);
    expect(await ids()).toEqual([]);

    kickoff.clock.advance(60_000);
    expect(await ids()).toEqual([bob.id]);

    kickoff.clock.advance(-3 * DAY_MS);
  });

  it.each([
    ['?days=1', '', []],
    ['', '?days=1', ['bob']],
    ['?days=365', '?days=1', ['bob']],
  ])('applies the last of the dismissals %j, %j', async (first, last, expected) => {
    await dismiss(first).expect(204);
    await dismiss(last).expect(204);
    expect(await ids()).toEqual([]);

    kickoff.clock.advance(2 * DAY_MS);
    expect(await ids()).toEqual(expected.map(() => bob.id));
    kickoff.clock.advance(-2 * DAY_MS);
  });

  it('accepts 1 and 365 as days of a dismissal', async () => {
    await dismiss('?days=1').expect(204);
    await dismiss('?days=365').expect(204);
  });

  it.each(['0', '366', '-1', '1.5', 'a', '', '1e2', '0x1', '9999', '1&days=2'])(
    'refuses a dismissal for ?days=%s with 400',
    async (days) => {
      expect((await dismiss(`?days=${days}`)).status).toBe(400);
      expect(await ids()).toEqual([bob.id]);
    },
  );

  it('reads dismissals only for a fan who has some, and examines no current one', async () => {
    const relations = async () =>
      (await operationsOf(kickoff, suggested)).filter(
        ({ collection }) => collection === 'fan_relations',
      );
    await suggested();
    expect(await relations()).toEqual([]);

    for (const query of ['', '?days=30']) await dismiss(query).expect(204);
    await suggested();

    expect((await relations()).map(({ examined }) => examined)).toEqual([
      { documents: 0, keys: 0 },
    ]);
  });
});
