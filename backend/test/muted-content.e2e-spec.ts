import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Comment, Post, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { MutedWordsService } from '../src/people/muted-words/muted-words.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPicture } from './support/pictures.js';
import { aPollBy } from './support/polls.js';
import { aPostBy, listedPosts, walkedPosts } from './support/posts.js';
import { aStoryBy, sendStory } from './support/stories.js';
import { sendPost } from './support/uploads.js';

const HOUR_MS = 60 * 60_000;
/** How many documents one page may examine beside its own rows. */
const MOST_EXAMINED = 1_000;

describe('muted words', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    for (const name of ['posts', 'stories']) {
      await kickoff.connection.collection(name).deleteMany({});
    }
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });

  const mute = (...words: string[]) =>
    as(kickoff, alice)
      .put('/api/user/muted-words')
      .send(words.map((word) => ({ word })))
      .expect(200);
  const texts = async (address: string, by = alice) =>
    (await listedPosts(kickoff, by, address)).map(({ text }) => text);
  const one = async (id: string, by = alice) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${id}`).expect(200)).body);
  const comment = (id: string, text: string, by = bob) =>
    as(kickoff, by).post(`/api/pt/posts/${id}/comment`).send({ text }).expect(200);

  it('hides matching posts from every list of the fan who muted the word, and from no other fan', async () => {
    await aPostBy(kickoff, bob, 'All about VÁR again');
    await aPostBy(kickoff, bob, 'A variety of goals');
    await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);

    await mute('var');

    for (const address of [
      '/api/pt/posts',
      '/api/pt/posts?limit=5',
      '/api/pt/posts?scope=following',
      `/api/pt/posts?author=${bob.username}`,
    ]) {
      expect({ address, texts: await texts(address) }).toEqual({
        address,
        texts: ['A variety of goals'],
      });
    }
    expect(await texts('/api/pt/posts', bob)).toHaveLength(2);
  });

  it('hides a post whose image has the word in its alt text', async () => {
    await as(kickoff, bob)
      .post('/api/pt/posts')
      .field({ text: 'Look', alt: 'A red card' })
      .attach('image', await aPicture(), 'a.jpg')
      .expect(201);

    await mute('red card');

    expect(await texts('/api/pt/posts')).toEqual([]);
  });

  it('hides a post by an option of its poll, and by the text or alt text that it quotes', async () => {
    const own = await aPostBy(kickoff, alice, 'My view of VAR');
    const pictured = await sendPost(kickoff, alice, { image: await aPicture() }, { alt: 'VAR' });
    await aPollBy(kickoff, bob, { options: ['VAR', 'No'] });
    for (const quote of [own._id, Post.parse(pictured.body)._id]) {
      await sendPost(kickoff, bob, {}, { text: 'Look', quote }).expect(201);
    }
    await aPollBy(kickoff, bob, { options: ['A variety', 'None'] });

    await mute('var');

    expect(await texts('/api/pt/posts')).toEqual(['Will we win?', '', 'My view of VAR']);
  });

  it('shows own posts in every list', async () => {
    const mine = await aPostBy(kickoff, alice, 'My view of VAR');

    await mute('var');

    expect(await texts('/api/pt/posts')).toEqual(['My view of VAR']);
    expect(await texts('/api/user/fposts')).toEqual(['My view of VAR']);
    expect((await one(mine._id)).mutedWord).toBeUndefined();
  });

  it('shows saved posts in every list', async () => {
    const post = await aPostBy(kickoff, bob, 'VAR explained');
    await aPostBy(kickoff, bob, 'VAR again');
    await mute('var');

    await as(kickoff, alice).put(`/api/pt/posts/${post._id}/saved`).expect(204);

    expect(await texts('/api/user/saved')).toEqual(['VAR explained']);
    expect(await texts('/api/pt/posts')).toEqual(['VAR explained']);
    expect((await one(post._id)).mutedWord).toBeUndefined();
  });

  it('marks a single post with mutedWord for the fan who muted the word', async () => {
    const post = await aPostBy(kickoff, bob, 'VAR');
    await mute('var');

    expect((await one(post._id)).mutedWord).toBe(true);
    expect((await one(post._id, bob)).mutedWord).toBeUndefined();
    await mute('offside');
    expect((await one(post._id)).mutedWord).toBeUndefined();
  });

  it('hides comments from all lists and previews, but counts them', async () => {
    const post = await aPostBy(kickoff, bob, 'Goal!');
    await comment(post._id, 'VAR!');
    await comment(post._id, 'Great goal');
    await comment(post._id, 'I like VAR', alice);
    await mute('var');
    const seen = ['Great goal', 'I like VAR'];
    const textsOf = (comments: readonly Comment[]) => comments.map(({ text }) => text);

    const [listed] = await listedPosts(kickoff, alice, '/api/pt/posts');
    const liked = await as(kickoff, alice)
      .post(`/api/pt/posts/${post._id}/like`)
      .send({ liked: true })
      .expect(200);
    const answer = await as(kickoff, alice).get(`/api/pt/posts/${post._id}/comments`).expect(200);

    expect(textsOf(listed?.comments ?? [])).toEqual(seen);
    expect(listed?.commentsCount).toBe(3);
    expect(textsOf((await one(post._id)).comments)).toEqual(seen);
    expect(textsOf(Post.parse(liked.body).comments)).toEqual(seen);
    expect(textsOf(z.array(Comment).parse(answer.body))).toEqual(seen);
    expect(textsOf((await one(post._id, bob)).comments)).toHaveLength(3);
  });

  it('hides a comment in the response to a new comment on a post with more comments than a preview', async () => {
    const post = await aPostBy(kickoff, bob, 'Goal!');
    for (let number = 0; number < 21; number += 1) await comment(post._id, `Number ${number}`);
    await comment(post._id, 'VAR!');
    await mute('var');

    const answer = Post.parse((await comment(post._id, 'Mine', alice)).body);

    expect(answer.comments).toHaveLength(22);
    expect(answer.comments.map(({ text }) => text)).not.toContain('VAR!');
    expect(answer.commentsCount).toBe(23);
  });

  it('hides a long comment whose muted word is beyond the cut of its preview', async () => {
    const post = await aPostBy(kickoff, bob, 'Goal!');
    await comment(post._id, `${'Well played. '.repeat(40)}VAR`);
    await mute('var');

    const [listed] = await listedPosts(kickoff, alice, '/api/pt/posts');

    expect(listed?.comments).toEqual([]);
  });

  it('hides stories from the list by their alt text, except own stories', async () => {
    const stories = async () =>
      z.array(Story).parse((await as(kickoff, alice).get('/api/st/stories').expect(200)).body);
    for (const [by, alt] of [
      [bob, 'The VAR room'],
      [bob, 'The pitch'],
      [alice, 'My VAR room'],
    ] as const) {
      const { _id } = await aStoryBy(kickoff, by);
      await kickoff.connection
        .collection('stories')
        .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { alt } });
    }
    await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);

    await mute('var');

    expect((await stories()).map(({ alt }) => alt)).toEqual(['My VAR room', 'The pitch']);
    await as(kickoff, alice).delete(`/api/user/follow/${bob.id}`).expect(204);
    expect((await stories()).map(({ alt }) => alt)).toEqual(['My VAR room', 'The pitch']);
  });

  it('hides a story whose caption has the word', async () => {
    const picture = await aPicture();
    for (const caption of ['The VAR room', 'The pitch']) {
      await sendStory(kickoff, bob, { mediaType: 'image', caption }, picture).expect(201);
    }

    await mute('var');

    const answer = await as(kickoff, alice).get('/api/st/stories').expect(200);
    expect(z.array(Story).parse(answer.body)).toMatchObject([{ caption: 'The pitch' }]);
  });

  it('shows posts again when the muted word expires', async () => {
    await aPostBy(kickoff, bob, 'The final');
    const until = new Date(kickoff.clock.now().getTime() + HOUR_MS).toISOString();
    await as(kickoff, alice)
      .put('/api/user/muted-words')
      .send([{ word: 'final', until }])
      .expect(200);
    expect(await texts('/api/pt/posts')).toEqual([]);

    kickoff.clock.advance(HOUR_MS);

    expect(await texts('/api/pt/posts')).toEqual(['The final']);
  });

  it('hides posts on another instance after five seconds', async () => {
    const other = await kickoff.another();
    await aPostBy(kickoff, bob, 'VAR');
    const seenThere = async () => (await listedPosts(other, alice, '/api/pt/posts')).length;
    expect(await seenThere()).toBe(1);

    await mute('var');
    kickoff.clock.advance(5_000);

    expect(await seenThere()).toBe(0);
    await other.close();
  });

  it('MutedWordsService returns a matcher for each fan', async () => {
    await mute('var');
    const words = kickoff.app.get(MutedWordsService, { strict: false });

    const [hers, his] = await Promise.all([words.matcherOf(alice.id), words.matcherOf(bob.id)]);

    expect(hers.hides(['fine', 'VAR!'])).toBe(true);
    expect(his.hides(['VAR'])).toBe(false);
  });

  describe('with 1,200 hidden posts between two visible ones', () => {
    const HIDDEN_POSTS = 1_200;
    let authors: Types.ObjectId[];

    beforeEach(async () => {
      authors = await manyFans(kickoff, 200);
      const start = Date.UTC(2026, 0, 1);
      const rows = Array.from({ length: HIDDEN_POSTS + 2 }, (_, at) => ({
        authorId: authors[at % authors.length],
        text: at === 0 || at === HIDDEN_POSTS ? `Seen ${at}` : 'VAR again',
        ...{ likesCount: 0, commentsCount: 0, newestLikers: [], firstComments: [], version: 1 },
        createdAt: new Date(start + at * 1_000),
      }));
      await kickoff.connection.collection('posts').insertMany(rows);
      await mute('var');
    });

    it.each(['', '&scope=following'])(
      'finds both visible posts by following the pages (%s)',
      async (scope) => {
        await manyFollows(
          kickoff,
          authors.map((of) => ({ by: new Types.ObjectId(alice.id), of })),
        );
        const pages = z
          .array(z.array(Post))
          .parse(await everyPage(kickoff, alice, `/api/pt/posts?limit=20${scope}`));

        expect(pages.flat().map(({ text }) => text)).toEqual([`Seen ${HIDDEN_POSTS}`, 'Seen 0']);
        expect(pages.length).toBeGreaterThan(1);
      },
    );

    it('examines a bounded number of posts for a page', async () => {
      const page = () => as(kickoff, alice).get('/api/pt/posts?limit=20').expect(200);
      await page();

      const operations = await operationsOf(kickoff, page);

      const documents = operations.map(({ examined }) => examined.documents);
      expect(documents.reduce((sum, count) => sum + count, 0)).toBeLessThan(MOST_EXAMINED);
    });

    it('returns each post that no word matches once over all pages', async () => {
      await mute('nothing like this');

      const ids = await walkedPosts(kickoff, alice, '/api/pt/posts?limit=100');

      expect(new Set(ids).size).toBe(HIDDEN_POSTS + 2);
      expect(ids).toHaveLength(HIDDEN_POSTS + 2);
    });
  });
});
