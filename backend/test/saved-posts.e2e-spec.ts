import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { PostPresenter } from '../src/posts/post-presenter.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPostBy, listedPosts } from './support/posts.js';
import { findSource } from './support/personal-data-sources.js';

const UNKNOWN = '0'.repeat(24);

describe('saved posts', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    ada = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });

  const rows = () => kickoff.connection.collection('saved_posts');
  const put = (id: string, by = alice) => as(kickoff, by).put(`/api/pt/posts/${id}/saved`);
  const remove = (id: string, by = alice) => as(kickoff, by).delete(`/api/pt/posts/${id}/saved`);
  const saved = (by = alice) => listedPosts(kickoff, by, '/api/user/saved');
  const texts = async (by = alice) => (await saved(by)).map(({ text }) => text);
  const one = async (id: string, by = alice) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${id}`).expect(200)).body);
  const save = async (text: string) => {
    const post = await aPostBy(kickoff, bob, text);
    await put(post._id).expect(204);
    kickoff.clock.advance(1);
    return post;
  };

  it('lists the posts of a fan, newest saved first', async () => {
    const older = await aPostBy(kickoff, bob, 'Written first');
    await save('Saved first');
    await put(older._id).expect(204);

    expect(await texts()).toEqual(['Written first', 'Saved first']);
    expect(await texts(bob)).toEqual([]);
  });

  it('does not move a post that is saved again', async () => {
    const first = await save('First');
    await save('Second');

    await put(first._id).expect(204);

    expect(await texts()).toEqual(['Second', 'First']);
  });

  it('stores one row for concurrent saves of one post', async () => {
    const post = await aPostBy(kickoff, bob, 'Once');

    const answers = await Promise.all(Array.from({ length: 8 }, () => put(post._id)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await rows().countDocuments({ postId: new Types.ObjectId(post._id) })).toBe(1);
  });

  it('removes a post from the list, and answers 204 to repeated removals', async () => {
    const post = await save('For a while');

    await remove(post._id).expect(204);
    await remove(post._id).expect(204);
    await remove(UNKNOWN).expect(204);

    expect(await saved()).toEqual([]);
    expect((await one(post._id)).saved).toBe(false);
  });

  it('lists a post first that is saved again after its removal', async () => {
    const first = await save('First');
    await save('Second');

    await remove(first._id).expect(204);
    await put(first._id).expect(204);

    expect(await texts()).toEqual(['First', 'Second']);
  });

  it('every response with a post returns saved only to the fan who saved it', async () => {
    const post = await save('Mine to read again');
    const address = `/api/pt/posts/${post._id}`;
    const call = as(kickoff, alice);
    const of = (answer: { body: unknown }) =>
      z.union([z.array(Post), Post.transform((only) => [only])]).parse(answer.body)[0]?.saved;

    expect(of(await call.get('/api/pt/posts?limit=1'))).toBe(true);
    expect(of(await call.get(`/api/pt/posts?author=${bob.username}`))).toBe(true);
    expect(of(await call.get('/api/user/saved'))).toBe(true);
    expect(of(await call.get(address))).toBe(true);
    expect(of(await call.post(`${address}/like`).send({ liked: true }))).toBe(true);
    expect(of(await call.post(`${address}/comment`).send({ text: 'Yes' }))).toBe(true);
    expect((await one(post._id, bob)).saved).toBe(false);
    expect((await listedPosts(kickoff, bob, '/api/user/fposts'))[0]?.saved).toBe(false);
  });

  it('returns saved after an edit to an author who saved their own post', async () => {
    const post = await aPostBy(kickoff, alice, 'My own');
    await put(post._id).expect(204);

    const edited = await as(kickoff, alice)
      .patch(`/api/pt/posts/${post._id}`)
      .send({ text: 'My own, better' })
      .expect(200);

    expect(edited.body).toMatchObject({ saved: true });
  });

  it('answers 404 for a post that is hidden by a block or unknown', async () => {
    const post = await aPostBy(kickoff, bob, 'Not for her');
    await as(kickoff, bob).post(`/api/user/block/${alice.id}`).expect(204);

    await put(post._id).expect(404);
    await put(UNKNOWN).expect(404);
    await put('nonsense').expect(404);

    expect(await rows().countDocuments({ fanId: new Types.ObjectId(alice.id) })).toBe(0);
  });

  it.each(['put', 'delete'] as const)('refuses %s without a session', async (method) => {
    await asVisitor(kickoff)[method](`/api/pt/posts/${UNKNOWN}/saved`).expect(401);
  });

  it('omits a post while its author blocks the fan', async () => {
    await save('Comes back');
    await as(kickoff, bob).post(`/api/user/block/${alice.id}`).expect(204);
    expect(await saved()).toEqual([]);

    await as(kickoff, bob).delete(`/api/user/block/${alice.id}`).expect(204);

    expect(await texts()).toEqual(['Comes back']);
  });

  it('does not save a post that an admin removes meanwhile', async () => {
    const post = await aPostBy(kickoff, bob, 'Removed meanwhile');
    const presenter = kickoff.app.get(PostPresenter, { strict: false });
    jest.spyOn(presenter, 'requireVisible').mockImplementationOnce(async () => {
      await as(kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);
      return bob.id;
    });

    await put(post._id).expect(404);

    await as(kickoff, ada).post(`/api/admin/posts/${post._id}/restore`).expect(200);
    expect(await texts()).toEqual([]);
    expect((await one(post._id)).saved).toBe(false);
  });

  it('omits a post that an admin removed until it is restored', async () => {
    const post = await save('Judged');
    await as(kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);
    expect(await saved()).toEqual([]);

    await as(kickoff, ada).post(`/api/admin/posts/${post._id}/restore`).expect(200);

    expect(await saved()).toMatchObject([{ _id: post._id, saved: true }]);
  });

  it('lists a post of a muted author', async () => {
    await save('Muted but saved');
    await as(kickoff, alice).post(`/api/user/mute/${bob.id}`).expect(204);

    expect(await texts()).toEqual(['Muted but saved']);
  });

  it('deletes the rows of a deleted post', async () => {
    const post = await save('Gone soon');
    await as(kickoff, bob).delete(`/api/pt/posts/${post._id}`).expect(204);
    expect(await saved()).toEqual([]);
    await remove(post._id).expect(204);
    await put(post._id).expect(404);

    const second = await save('Gone, too');
    await as(kickoff, bob).delete(`/api/pt/posts/${second._id}`).expect(204);
    await kickoff.app.get(PostCleanupJob, { strict: false }).run();

    expect(await rows().countDocuments({ postId: new Types.ObjectId(second._id) })).toBe(0);
  });

  it('pages through all visible posts and omits those of a blocked author', async () => {
    const mallory = await aFan(kickoff);
    for (const number of [1, 2, 3]) {
      await save(`Number ${number}`);
      await put((await aPostBy(kickoff, mallory, 'Hidden'))._id).expect(204);
      kickoff.clock.advance(1);
    }
    await as(kickoff, alice).post(`/api/user/block/${mallory.id}`).expect(204);

    const pages = await everyPage(kickoff, alice, '/api/user/saved?limit=2');

    expect(pages).toMatchObject([
      [{ text: 'Number 3' }, { text: 'Number 2' }],
      [{ text: 'Number 1' }],
    ]);
  });

  it('returns 50 posts to a client that sends no limit', async () => {
    for (let number = 0; number < 51; number += 1) await save(`Number ${number}`);

    const answer = await as(kickoff, alice).get('/api/user/saved').expect(200);

    expect(answer.body).toHaveLength(50);
    expect(answer.headers['link']).toContain('rel="next"');
  });

  it.each(['limit=0', 'limit=101', 'cursor=forged'])('refuses %s with 400', async (query) => {
    await as(kickoff, alice).get(`/api/user/saved?${query}`).expect(400);
  });

  it('refuses the 10,001st post with 409 and accepts it after a removal', async () => {
    const post = await aPostBy(kickoff, bob, 'One too many');
    const createdAt = kickoff.clock.now();
    const fanId = new Types.ObjectId(alice.id);
    await rows().insertMany(
      Array.from({ length: 10_000 }, () => ({ postId: new Types.ObjectId(), fanId, createdAt })),
    );

    const refused = await put(post._id).expect(409);
    expect(refused.body).toMatchObject({ error: 'You can save at most 10,000 posts' });
    expect((await one(post._id)).saved).toBe(false);

    await rows().deleteOne({ fanId });
    await put(post._id).expect(204);
    await put(post._id).expect(204);
  });

  it('exports the saved posts, and deletes them with the account', async () => {
    const post = await save('Mine');
    const source = findSource(kickoff, 'savedPosts');
    const exported: unknown[] = [];
    const fan = { id: alice.id, sessionId: '', audience: 'fan' } as const;
    for await (const row of source.exportOf?.(fan) ?? []) exported.push(row);

    expect(exported).toEqual([{ postId: post._id, createdAt: expect.any(String) }]);
    await source.removeAllOf(alice.id);
    expect(await rows().countDocuments({ fanId: new Types.ObjectId(alice.id) })).toBe(0);
  });

  it('adds one query to a page of posts only if one of them is saved', async () => {
    // Caches of 5 s must not expire meanwhile.
    kickoff.clock.stand();
    await aPostBy(kickoff, bob, 'Saved by nobody');
    const page = () => as(kickoff, alice).get(`/api/pt/posts?author=${bob.username}`).expect(200);
    await page();
    const before = await operationsOf(kickoff, page);
    await save('Saved by Alice');
    await page();
    const after = await operationsOf(kickoff, page);

    expect(after.length - before.length).toBe(1);
    expect(after.map(({ plan }) => plan).join(' ')).not.toContain('COLLSCAN');
  });

  it('reads as many rows for a page of a fan who has saved many posts elsewhere', async () => {
    kickoff.clock.stand();
    const posts = [];
    for (let number = 0; number < 5; number++) posts.push(await save(`Post ${number}`));
    const elsewhere = (by: Caller, count: number) =>
      Array.from({ length: count }, () => ({
        postId: new Types.ObjectId(),
        fanId: new Types.ObjectId(by.id),
        createdAt: kickoff.clock.now(),
      }));
    await rows().insertMany([...elsewhere(bob, 3), ...elsewhere(alice, 30)]);
    await kickoff.connection.db?.command({ planCacheClear: 'saved_posts' });
    const page = (by = bob) => as(kickoff, by).get('/api/pt/posts?limit=5').expect(200);
    for (let time = 0; time < 5; time++) await page();

    const operations = await operationsOf(kickoff, () => page(alice));

    const marks = operations.filter(({ collection }) => /post_likes|saved_posts/.test(collection));
    expect(marks).toMatchObject([{ returned: posts.length, examined: { documents: 0 } }]);
  });
});
