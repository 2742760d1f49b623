import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminPost, AuditEntry, Post, TotalPosts } from '@kickoff/contracts';
import { z } from 'zod';

import { Holdings } from '../src/accounts/holdings.js';
import { MediaSweep } from '../src/media/media-sweep.js';
import { PostRemovals } from '../src/posts/post-removals.js';
import { RemovedPostsSweep } from '../src/posts/removed-posts-sweep.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { anMp4 } from './support/films.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { collectMails } from './support/mailbox.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { aPicture } from './support/pictures.js';
import { filesOnDisk } from './support/stored-files.js';
import { NOT_TEXT } from './support/wrong-types.js';

const DAY_MS = 24 * 60 * 60_000;
const NOWHERE = '000000000000000000000000';

describe("the admins' posts", () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    for (const name of ['posts', 'removed_posts', 'post_removals', 'counters', 'audit_log']) {
      await kickoff.connection.collection(name).deleteMany({});
    }
    await kickoff.connection.collection('admins').deleteMany({});
    ada = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());

  async function aPostBy(fan: Caller, text: string, file?: 'image' | 'video'): Promise<Post> {
    const form = as(kickoff, fan).post('/api/pt/posts').field('text', text);
    if (file === 'image') form.attach('image', await aPicture(), 'a.jpg');
    if (file === 'video') form.attach('video', anMp4(), 'a.mp4');
    return Post.parse((await form.expect(201)).body);
  }
  const get = (query = '') => as(kickoff, ada).get(`/api/admin/posts?${query}`);
  async function listOf(query = ''): Promise<AdminPost[]> {
    return z.array(AdminPost.strict()).parse((await get(query).expect(200)).body);
  }
  const textsOf = async (query: string) => (await listOf(query)).map(({ text }) => text);
  const remove = (id: string, body: object = {}) =>
    as(kickoff, ada).delete(`/api/admin/posts/${id}`).send(body);
  const restore = (id: string) => as(kickoff, ada).post(`/api/admin/posts/${id}/restore`);
  const like = (by: Caller, id: string, liked: boolean) =>
    as(kickoff, by).post(`/api/pt/posts/${id}/like`).send({ liked });
  const comment = (by: Caller, id: string, text: string) =>
    as(kickoff, by).post(`/api/pt/posts/${id}/comment`).send({ text });
  const seenBy = async (fan: Caller, id: string) =>
    (await as(kickoff, fan).get(`/api/pt/posts/${id}`)).status;
  const mails = () => collectMails(kickoff, kickoff.surroundings.settings.dataFolder);
  const fileStatus = async (name = '') =>
    (await as(kickoff, alice).get(`/api/uploads/${name}`)).status;
  /** How many rows of a collection belong to a post. */
  async function ofPost(name: string, { _id }: Post): Promise<number> {
    const rows = await kickoff.connection.collection(name).find().toArray();
    return rows.filter(({ postId }) => String(postId) === _id).length;
  }
  async function totalPosts(): Promise<number> {
    const answer = await as(kickoff, ada).get('/api/admin/totalPosts').expect(200);
    return TotalPosts.parse(answer.body).totalPosts;
  }
  async function postsCountOf(fan: Caller): Promise<number> {
    const answer = await as(kickoff, fan).get('/api/user/profile').expect(200);
    return z.object({ postsCount: z.number() }).parse(answer.body).postsCount;
  }

  describe('list', () => {
    it("shows everyone's posts newest first, page by page, with the total beside them", async () => {
      for (let count = 0; count < 5; count += 1) {
        await aPostBy(count % 2 === 0 ? alice : bob, `Post ${count}`);
      }

      const answer = await get('limit=2').expect(200);
      const pages = await everyPage(kickoff, ada, '/api/admin/posts?limit=2');

      expect(answer.headers['x-total-count']).toBe('5');
      expect(
        pages.flatMap((page) =>
          z
            .array(Post)
            .parse(page)
            .map(({ text }) => text),
        ),
      ).toEqual(['Post 4', 'Post 3', 'Post 2', 'Post 1', 'Post 0']);
    });

    it('finds a part of the text in any letter case, literally, and a post by its id', async () => {
      const penalty = await aPostBy(alice, 'PENALTY in the 90th. minute (1:0)');
      await aPostBy(bob, 'Nothing happened');

      for (const part of ['enalt', 'penalty IN', '90th. m', '(1:0)', penalty._id]) {
        expect(await textsOf(`q=${encodeURIComponent(part)}`)).toEqual([penalty.text]);
      }
      expect(await textsOf(`q=${encodeURIComponent('.*')}`)).toEqual([]);
      expect(await textsOf('q=')).toHaveLength(2);
    });

    it("narrows by author, by name in any letter case or id, to that fan's posts", async () => {
      await aPostBy(alice, 'By Alice');
      await aPostBy(bob, 'By Bob');

      expect(await textsOf(`author=${alice.username.toUpperCase()}`)).toEqual(['By Alice']);
      expect(await textsOf(`author=${bob.id}`)).toEqual(['By Bob']);
      expect(await textsOf('author=nobody-of-this-name')).toEqual([]);
    });

    it('narrows by day, the last one with it', async () => {
      await aPostBy(alice, 'Today');
      const today = kickoff.clock.now().toISOString().slice(0, 10);
      const yesterday = new Date(kickoff.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);

      expect(await textsOf(`from=${today}&to=${today}`)).toEqual(['Today']);
      expect(await textsOf(`from=${yesterday}`)).toEqual(['Today']);
      expect(await textsOf(`to=${yesterday}`)).toEqual([]);
    });

    it('narrows by media and by open reports, also together', async () => {
      await aPostBy(alice, 'Words');
      const picture = await aPostBy(alice, 'Picture', 'image');
      await aPostBy(alice, 'Film', 'video');
      await as(kickoff, bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: picture._id, reason: 'Spam' })
        .expect(201);

      expect(await textsOf('media=none')).toEqual(['Words']);
      expect(await textsOf('media=image')).toEqual(['Picture']);
      expect(await textsOf('media=video')).toEqual(['Film']);
      expect(await textsOf('reported=true')).toEqual(['Picture']);
      expect(await textsOf('reported=true&media=video')).toEqual([]);
    });

    it('tells how many a filter leaves', async () => {
      await aPostBy(alice, 'One goal');
      await aPostBy(alice, 'Two goals');
      await aPostBy(alice, 'No chance');

      expect((await get('q=goal&limit=1').expect(200)).headers['x-total-count']).toBe('2');
    });

    it.each([
      'q=a&q=b',
      'q[$ne]=a',
      `q=${'a'.repeat(65)}`,
      'q=%ED%A0%80',
      'author[$gt]=',
      'from=today',
      'to=2026-13-01',
      'to[$lt]=2026-01-01',
      'media=sound',
      'reported=false',
      'removed=1',
      'limit=0',
      'limit=101',
      'likes=21',
      'cursor=forged',
    ])('answers 400 to ?%s', async (query) => {
      await get(query).expect(400);
    });

    it("opens no other list with this one's cursor", async () => {
      for (const text of ['A', 'B']) await aPostBy(alice, text);
      const { headers } = await get('limit=1').expect(200);
      const cursor = /cursor=([^&>]+)/.exec(headers['link'] ?? '')?.[1] ?? '';

      await get(`removed=true&cursor=${cursor}`).expect(400);
      await as(kickoff, alice).get(`/api/pt/posts?cursor=${cursor}`).expect(400);
    });

    it("looks at a page's posts, with and without filters", async () => {
      for (let count = 0; count < 30; count += 1) await aPostBy(alice, `Goal ${count}`);
      for (const text of ['A', 'B']) await aPostBy(alice, text, 'image');

      for (const query of ['', `author=${alice.id}`, 'media=image', 'q=goal', 'from=2020-01-01']) {
        const operations = await operationsOf(kickoff, () =>
          get(`limit=1&likes=0&comments=0&${query}`).expect(200),
        );

        const pages = operations.filter(
          ({ collection, returned }) => collection === 'posts' && returned === 2,
        );
        expect({ query, pages: pages.length }).toEqual({ query, pages: 1 });
        expect(pages[0]?.examined.documents).toBeLessThanOrEqual(query === 'q=goal' ? 4 : 2);
        expectIndexesAlone(
          query,
          operations.filter(({ collection }) => collection === 'users'),
        );
      }
    });
  });

  describe('removal', () => {
    it('takes a post away for everyone, its author included, and says so', async () => {
      const post = await aPostBy(alice, 'Spam');
      const other = await aPostBy(alice, 'No spam');

      const answer = await remove(post._id, { reason: 'Spam' });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: expect.any(String) });
      for (const fan of [alice, bob]) expect(await seenBy(fan, post._id)).toBe(404);
      const feed = await as(kickoff, bob).get('/api/pt/posts').expect(200);
      expect(
        z
          .array(Post)
          .parse(feed.body)
          .map(({ _id }) => _id),
      ).toEqual([other._id]);
      expect(await textsOf('')).toEqual(['No spam']);
      await like(bob, post._id, true).expect(404);
      await comment(bob, post._id, 'Why?').expect(404);
    });

    it('keeps its files and serves them no more', async () => {
      const post = await aPostBy(alice, 'Picture', 'image');
      expect(await fileStatus(post.image)).toBe(200);

      await remove(post._id).expect(200);
      await kickoff.app.get(MediaSweep).sweep();

      expect(await fileStatus(post.image)).toBe(404);
      expect(await fileStatus(`${post.image ?? ''}?w=320`)).toBe(404);
      expect(await fileStatus(`withheld/${post.image ?? ''}`)).toBe(404);
      await restore(post._id).expect(200);
      expect(await fileStatus(post.image)).toBe(200);
    });

    it('counts the post no more, neither in all nor as its author’s', async () => {
      const before = await postsCountOf(alice);
      const post = await aPostBy(alice, 'Spam');

      await remove(post._id).expect(200);

      expect(await totalPosts()).toBe(0);
      expect(await postsCountOf(alice)).toBe(before);
    });

    it('tells the author by mail, with the reason', async () => {
      const post = await aPostBy(alice, 'Spam');
      await mails();

      await remove(post._id, { reason: 'Advertising for\nshoes' }).expect(200);

      const [mail = '', ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toContain(`<${alice.email}>`);
      expect(mail).toContain('Advertising for');
    });

    it('is on record with its reason', async () => {
      const post = await aPostBy(alice, 'Spam');
      await remove(post._id, { reason: 'Advertising' }).expect(200);
      await restore(post._id).expect(200);

      const answer = await as(kickoff, ada)
        .get(`/api/admin/audit-log?target=${post._id}`)
        .expect(200);
      expect(z.array(AuditEntry).parse(answer.body)).toMatchObject([
        { action: 'post.restore', targetType: 'post', actor: { _id: ada.id } },
        { action: 'post.remove', targetType: 'post', details: { reason: 'Advertising' } },
      ]);
    });

    it('is done once by two admins at once', async () => {
      const post = await aPostBy(alice, 'Spam');
      await aPostBy(alice, 'No spam');

      const answers = await Promise.all([remove(post._id), remove(post._id), remove(post._id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect(await totalPosts()).toBe(1);
    });

    it('answers 404 for a post that is not there', async () => {
      await remove(NOWHERE).expect(404);
      await remove('not-an-id').expect(404);
      await restore(NOWHERE).expect(404);
      const post = await aPostBy(alice, 'Here');
      await restore(post._id).expect(404);
    });

    it.each(NOT_TEXT.map((reason) => [reason]))('answers 400 to the reason %j', async (reason) => {
      const post = await aPostBy(alice, 'Here');

      await remove(post._id, { reason }).expect(400);

      expect(await seenBy(bob, post._id)).toBe(200);
    });

    it('answers 400 to a reason that is too long', async () => {
      await remove(NOWHERE, { reason: 'a'.repeat(1_001) }).expect(400);
    });
  });

  describe('restoring', () => {
    it('brings the post back with its likes, comments and counts', async () => {
      const post = await aPostBy(alice, 'Missed', 'video');
      await like(bob, post._id, true).expect(200);
      await like(alice, post._id, true).expect(200);
      await comment(bob, post._id, 'Great').expect(200);
      const before = (await as(kickoff, bob).get(`/api/pt/posts/${post._id}`)).body as unknown;

      await remove(post._id).expect(200);
      const answer = await restore(post._id);

      expect(answer.status).toBe(200);
      expect(Post.parse(answer.body)).toMatchObject({ likesCount: 2, commentsCount: 1 });
      expect((await as(kickoff, bob).get(`/api/pt/posts/${post._id}`)).body).toEqual(before);
      expect(await totalPosts()).toBe(1);
    });

    it('leaves out the likes and comments of a fan who has left meanwhile', async () => {
      const post = await aPostBy(alice, 'Missed');
      const carol = await aFan(kickoff);
      for (const fan of [bob, carol]) {
        await like(fan, post._id, true).expect(200);
        await comment(fan, post._id, 'Great').expect(200);
      }
      await remove(post._id).expect(200);
      for (const step of kickoff.app.get(Holdings, { strict: false }).all) {
        await step.removeAllOf(carol.id);
      }

      const answer = await restore(post._id).expect(200);

      expect(Post.parse(answer.body)).toMatchObject({
        likesCount: 1,
        commentsCount: 1,
        likes: [{ _id: bob.id }],
        comments: [{ user: { _id: bob.id } }],
      });
    });

    it('agrees with its rows whatever fans do while the post goes and comes back', async () => {
      const post = await aPostBy(alice, 'Busy');
      const fans = await Promise.all(Array.from({ length: 6 }, () => aFan(kickoff)));
      const acts = fans.flatMap((fan, index) => [
        like(fan, post._id, true),
        comment(fan, post._id, `Comment ${index}`),
      ]);
      await Promise.all([...acts, remove(post._id)]);
      const answer = await restore(post._id).expect(200);

      const { likesCount, commentsCount } = Post.parse(answer.body);
      expect(likesCount).toBe(await ofPost('post_likes', post));
      expect(commentsCount).toBe(await ofPost('comments', post));
      expect(await listOf('removed=true')).toEqual([]);
    });

    it('happens once for two admins at once, and counts the post once', async () => {
      const post = await aPostBy(alice, 'Missed');
      await remove(post._id).expect(200);

      const answers = await Promise.all([restore(post._id), restore(post._id)]);

      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        1,
      );
      expect(await totalPosts()).toBe(1);
    });

    it('is offered in the list of removed posts, with who did it and until when', async () => {
      const post = await aPostBy(alice, 'Spam', 'image');
      await remove(post._id, { reason: 'Advertising' }).expect(200);

      const [row, ...others] = await listOf('removed=true');

      expect(others).toEqual([]);
      expect(row).toMatchObject({
        _id: post._id,
        text: 'Spam',
        removed: { by: { _id: ada.id, username: ada.username }, reason: 'Advertising' },
      });
      expect(row?.image).toBeUndefined();
      const { at = '', until = '' } = row?.removed ?? {};
      expect(new Date(until).getTime() - new Date(at).getTime()).toBe(30 * DAY_MS);
    });

    it('ends after 30 days: the post is gone for good, its files, likes and comments with it', async () => {
      const post = await aPostBy(alice, 'Spam', 'image');
      await like(bob, post._id, true).expect(200);
      await remove(post._id).expect(200);
      await kickoff.connection
        .collection('removed_posts')
        .updateMany({}, { $set: { 'removal.at': new Date(Date.now() - 30 * DAY_MS - 1_000) } });

      await restore(post._id).expect(404);
      await kickoff.app.get(RemovedPostsSweep).sweep();
      await kickoff.app.get(PostRemovals).sweep();

      await restore(post._id).expect(404);
      expect(await listOf('removed=true')).toEqual([]);
      expect(await ofPost('post_likes', post)).toBe(0);
      expect(await filesOnDisk(kickoff)).not.toContain(post.image);
    });

    it('is no longer possible when the author has left', async () => {
      const carol = await aFan(kickoff);
      const post = await aPostBy(carol, 'Spam', 'image');
      await remove(post._id).expect(200);

      for (const step of kickoff.app.get(Holdings, { strict: false }).all) {
        await step.removeAllOf(carol.id);
      }

      await restore(post._id).expect(404);
      await kickoff.app.get(PostRemovals).sweep();
      expect(await filesOnDisk(kickoff)).not.toContain(post.image);
    });
  });

  describe('after a kill', () => {
    it('files that were left in sight go out of it', async () => {
      const post = await aPostBy(alice, 'Spam', 'image');
      await remove(post._id).expect(200);
      // As if the server had died on the way back, and on the way out.
      await restore(post._id).expect(200);
      const rows = kickoff.connection.collection('posts');
      const row = await rows.findOne({ text: 'Spam' });
      await rows.deleteOne({ text: 'Spam' });
      await kickoff.connection.collection('removed_posts').insertOne({
        ...row,
        removal: { at: kickoff.clock.now(), by: { _id: ada.id, username: 'Ada' } },
      });
      expect(await fileStatus(post.image)).toBe(200);

      await kickoff.app.get(RemovedPostsSweep).sweep();

      expect(await fileStatus(post.image)).toBe(404);
      await restore(post._id).expect(200);
      expect(await fileStatus(post.image)).toBe(200);
    });
  });
});
