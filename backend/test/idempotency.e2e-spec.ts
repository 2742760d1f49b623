import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ErrorAnswer, Post, ReportFiled, Story } from '@kickoff/contracts';
import { mongo } from 'mongoose';

import { TooLarge, Unavailable } from '../src/common/errors/coded-errors.js';
import { IdempotencyService } from '../src/common/idempotency/idempotency.service.js';
import { MediaService } from '../src/media/media.service.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';
import { aPicture } from './support/pictures.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('Idempotency-Key', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let number = 0;
  let key: string;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  beforeEach(() => {
    key = `key-of-test-${(number += 1)}`;
  });
  afterAll(() => kickoff.stop());

  const post = (text: string, by = alice, withKey = key) =>
    as(kickoff, by).post('/api/pt/posts').set('Idempotency-Key', withKey).field('text', text);
  const postsSaying = (text: string) =>
    kickoff.connection.collection('posts').find({ text }).toArray();

  it('returns the first result for a repeated request and runs it once', async () => {
    const first = await post('Once');
    const second = await post('Once');

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(Post.parse(second.body)).toEqual(Post.parse(first.body));
    expect(await postsSaying('Once')).toHaveLength(1);
  });

  it('runs concurrent requests with one key once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('In parallel')));

    expect(new Set(answers.map(({ body }) => Post.parse(body)._id)).size).toBe(1);
    expect(await postsSaying('In parallel')).toHaveLength(1);
  });

  it('returns 409 for a key with another body', async () => {
    await post('One');

    const answer = await post('Another');

    expect(answer.status).toBe(409);
    expect(ErrorAnswer.parse(answer.body).code).toBe('conflict');
  });

  it('is separate for each fan', async () => {
    const first = Post.parse((await post('Mine')).body);
    const second = Post.parse((await post('Mine', bob)).body);

    expect(second._id).not.toBe(first._id);
  });

  it('is released by a failed request', async () => {
    expect((await post(' ')).status).toBe(400);

    expect((await post('Better')).status).toBe(201);
  });

  it('expires after 24 hours', async () => {
    await post('Yesterday');
    kickoff.clock.advance(DAY_MS - MINUTE_MS);
    expect((await post('Today')).status).toBe(409);
    kickoff.clock.advance(MINUTE_MS);

    expect((await post('Today')).status).toBe(201);
  });

  it.each(['short', 'x'.repeat(65), 'with a space', 'k\u00e4y-k\u00e4y-k\u00e4y'])(
    'returns 400 for the malformed key %s',
    async (malformed) => {
      const answer = await post('Odd', alice, Buffer.from(malformed).toString('latin1'));

      expect(answer.status).toBe(400);
    },
  );

  describe('crash before the result is stored', () => {
    /** An attempt that finishes its work but never returns, as in a crash. */
    async function dieAfter(work: (id: string) => Promise<unknown>): Promise<void> {
      const service = kickoff.app.get(IdempotencyService, { strict: false });
      await new Promise<void>((died) => {
        void service.once('crash', 'same', async ({ id }) => {
          await work(id);
          died();
          return new Promise(() => {});
        });
      });
    }

    it('releases the key after 60 seconds, and the retry gets the same result id', async () => {
      const service = kickoff.app.get(IdempotencyService, { strict: false });
      const ids: string[] = [];
      await dieAfter((id) => Promise.resolve(ids.push(id)));

      kickoff.clock.advance(60_000);
      const answer = await service.once('crash', 'same', ({ id }) => {
        ids.push(id);
        return Promise.resolve({ status: 201, body: 'made' });
      });

      expect(answer.body).toBe('made');
      expect(ids[1]).toBe(ids[0]);
    });
  });

  it('retains the result id of an attempt that failed with 503, which may have stored the result', async () => {
    const service = kickoff.app.get(IdempotencyService, { strict: false });
    const ids: string[] = [];
    const attempt = (error?: Error) =>
      service.once(key, 'same', ({ id }) => {
        ids.push(id);
        return error ? Promise.reject(error) : Promise.resolve({ status: 201, body: 'made' });
      });
    await expect(attempt(new Unavailable('The database is away'))).rejects.toThrow(Unavailable);

    const answer = await attempt();

    expect(answer.status).toBe(201);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('returns the existing post for a key whose first attempt never completed', async () => {
    const first = Post.parse((await post('Crashed')).body);
    const undone = await kickoff.connection
      .collection('idempotency_keys')
      .updateOne({ resultId: first._id }, { $unset: { status: 1 } });
    expect(undone.modifiedCount).toBe(1);
    kickoff.clock.advance(60_000);

    const second = Post.parse((await post('Crashed')).body);

    expect(second._id).toBe(first._id);
    expect(await postsSaying('Crashed')).toHaveLength(1);
  });

  it('returns the existing post for such a key when its quoted post is deleted', async () => {
    const quoted = Post.parse((await post('Quoted', bob, `${key}-quoted`)).body);
    const quoting = () => post('Look at this').field('quote', quoted._id);
    const first = Post.parse((await quoting()).body);
    await kickoff.connection
      .collection('idempotency_keys')
      .updateOne({ resultId: first._id }, { $unset: { status: 1 } });
    await as(kickoff, bob).delete(`/api/pt/posts/${quoted._id}`).expect(204);
    kickoff.clock.advance(60_000);

    const second = await quoting();

    expect(second.status).toBe(201);
    expect(Post.parse(second.body)).toMatchObject({ _id: first._id, quote: { gone: true } });
  });

  it.each([
    [
      'moderated',
      async (id: string) => {
        const ada = await anAdmin(kickoff);
        await as(kickoff, ada).delete(`/api/admin/posts/${id}`).expect(200);
      },
    ],
    ['deleted', (id: string) => as(kickoff, alice).delete(`/api/pt/posts/${id}`).expect(204)],
  ])('creates no second post for such a key when the first is %s', async (_, remove) => {
    const first = Post.parse((await post('Removed')).body);
    await kickoff.connection
      .collection('idempotency_keys')
      .updateOne(
        { resultId: first._id },
        { $unset: { status: 1 }, $set: { leaseUntil: new Date(0) } },
      );
    await remove(first._id);

    const second = await post('Removed');

    expect(second.status).toBe(404);
    expect(await postsSaying('Removed')).toHaveLength(0);
  });

  it('returns the existing story for such a key although its file would not fit twice', async () => {
    const picture = await aPicture(40, 30);
    const story = () =>
      as(kickoff, alice)
        .post('/api/st/stories')
        .set('Idempotency-Key', key)
        .field('mediaType', 'image')
        .attach('media', picture, 'story.png');
    const first = Story.parse((await story()).body);
    await kickoff.connection
      .collection('idempotency_keys')
      .updateOne({ resultId: first._id }, { $unset: { status: 1 } });
    kickoff.clock.advance(60_000);
    const media = kickoff.app.get(MediaService, { strict: false });
    const store = jest.spyOn(media, 'store').mockRejectedValue(new TooLarge('The quota is full'));

    const second = await story();
    store.mockRestore();

    expect(second.status).toBe(201);
    expect(Story.parse(second.body)._id).toBe(first._id);
  });

  describe('repeated request', () => {
    const comment = (postId: string, text: string) =>
      as(kickoff, alice)
        .post(`/api/pt/posts/${postId}/comment`)
        .set('Idempotency-Key', key)
        .send({ text });
    const report = (targetId: string, by = bob) =>
      as(kickoff, by)
        .post('/api/reports')
        .set('Idempotency-Key', key)
        .send({ targetType: 'post', targetId, reason: 'Spam' });
    const aPost = async () => Post.parse((await post('Thing', alice, `${key}-post`)).body);

    it('returns the post as it is now', async () => {
      const { _id } = Post.parse((await post('Before')).body);
      await as(kickoff, alice).patch(`/api/pt/posts/${_id}`).send({ text: 'After' }).expect(200);

      const second = await post('Before');

      expect([second.status, Post.parse(second.body).text]).toEqual([201, 'After']);
    });

    it('returns 404 for a deleted post and creates no other', async () => {
      const { _id } = Post.parse((await post('Gone')).body);
      await as(kickoff, alice).delete(`/api/pt/posts/${_id}`).expect(204);

      expect((await post('Gone')).status).toBe(404);
      expect((await post('Gone')).status).toBe(404);
      expect(await postsSaying('Gone')).toHaveLength(0);
    });

    it('does not create a deleted comment again', async () => {
      const { _id } = await aPost();
      const [created] = Post.parse((await comment(_id, 'Oops')).body).comments;
      await as(kickoff, alice).delete(`/api/pt/posts/${_id}/comments/${created?._id}`).expect(204);

      const second = await comment(_id, 'Oops');

      expect([second.status, Post.parse(second.body).commentsCount]).toEqual([200, 0]);
    });

    it('returns the filed report after its case was closed', async () => {
      const { _id } = await aPost();
      const first = await report(_id);
      await kickoff.connection.collection('reports').updateMany({}, { $set: { state: 'closed' } });

      const second = await report(_id);

      expect([first.status, second.status]).toEqual([201, 201]);
      expect(ReportFiled.parse(second.body)).toEqual(ReportFiled.parse(first.body));
    });

    it('returns the earlier report that the first attempt found', async () => {
      const { _id } = await aPost();
      const earlier = await as(kickoff, bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: _id, reason: 'Spam' });
      expect(ReportFiled.parse((await report(_id)).body)).toEqual(earlier.body);
      await kickoff.connection.collection('reports').updateMany({}, { $set: { state: 'closed' } });

      const second = await report(_id);

      expect([second.status, second.body]).toEqual([200, earlier.body]);
    });

    it('stores less than 1 kB per key, whatever the size of the response', async () => {
      const { _id } = Post.parse((await post('x'.repeat(20_000))).body);

      const row = await kickoff.connection
        .collection('idempotency_keys')
        .findOne({ resultId: _id });

      expect(mongo.BSON.calculateObjectSize(row ?? {})).toBeGreaterThan(0);
      expect(mongo.BSON.calculateObjectSize(row ?? {})).toBeLessThan(1_000);
    });
  });

  it('deletes the keys of a deleted fan by an index', async () => {
    const carol = await aFan(kickoff);
    await post('Leaving', carol);
    const service = kickoff.app.get(IdempotencyService, { strict: false });
    const operations = await operationsOf(kickoff, () => service.removeAllOf(carol.id));

    expect(operations.map(({ examined }) => examined.documents)).toEqual([1]);
    expect(
      await kickoff.connection.collection('idempotency_keys').countDocuments(),
    ).toBeGreaterThan(1);
  });
});
