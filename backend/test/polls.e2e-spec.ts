import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { aPollBy, aPollField, vote } from './support/polls.js';
import { aPostBy, listedPosts } from './support/posts.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('polls', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
  });
  afterAll(() => kickoff.stop());

  const send = (poll: string, text = 'Will we win?') =>
    as(kickoff, alice).post('/api/pt/posts').field('text', text).field('poll', poll);
  const seen = async ({ _id }: Post, by: Caller) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${_id}`).expect(200)).body);
  const postsOf = async (fan: Caller) =>
    (await listedPosts(kickoff, fan, '/api/user/fposts')).length;
  const count = async (post: Post, by: Caller) =>
    (await seen(post, by)).poll?.options.map((option) => option.count);

  describe('POST /api/pt/posts with a poll', () => {
    it('returns trimmed options, the end and no counts', async () => {
      const endsAt = new Date(kickoff.clock.now().getTime() + HOUR_MS).toISOString();

      const answer = await send(
        JSON.stringify({ options: [' Yes ', '\u0000 No', 'Ça va'], endsAt }),
      );

      expect(answer.status).toBe(201);
      const post = Post.strict().parse(answer.body);
      expect(post.poll).toEqual({
        options: [{ text: 'Yes' }, { text: 'No' }, { text: 'Ça va' }],
        total: 0,
        endsAt,
        ended: false,
      });
      expect(await seen(post, bob)).toEqual(post);
    });

    it('stores a post without a poll for an empty poll field', async () => {
      const answer = await send('').expect(201);

      expect(Post.parse(answer.body).poll).toBeUndefined();
    });

    it('accepts an image in place of the text', async () => {
      const answer = await send(aPollField(kickoff), '')
        .attach('image', await aPicture(), 'a.jpg')
        .expect(201);

      expect(Post.parse(answer.body)).toMatchObject({
        image: expect.any(String),
        poll: { total: 0 },
      });
    });

    it.each([
      ['5 minutes', 5 * MINUTE_MS - 25_000],
      ['7 days', 7 * DAY_MS + 25_000],
    ])('accepts an end %s from now, with 30 seconds of tolerance', async (_, forMs) => {
      await send(aPollField(kickoff, { forMs })).expect(201);
    });

    it('accepts an end in another time zone', async () => {
      const hourAhead = new Date(kickoff.clock.now().getTime() + 2 * HOUR_MS).toISOString();

      const answer = await send(
        aPollField(kickoff, { endsAt: hourAhead.replace('Z', '+01:00') }),
      ).expect(201);

      expect(Post.parse(answer.body).poll?.endsAt).toBe(
        new Date(Date.parse(hourAhead) - HOUR_MS).toISOString(),
      );
    });

    it('returns the same post for a repeated idempotency key, and 409 for another poll', async () => {
      const poll = aPollField(kickoff);
      const repeat = () => send(poll).set('Idempotency-Key', 'the-same-poll').expect(201);

      const [first, second] = [await repeat(), await repeat()];

      expect(second.body).toEqual(first.body);
      expect(
        (
          await send(aPollField(kickoff, { options: ['A', 'B'] })).set(
            'Idempotency-Key',
            'the-same-poll',
          )
        ).status,
      ).toBe(409);
    });

    it.each<[string, Parameters<typeof aPollField>[1]]>([
      ['one option', { options: ['Yes'] }],
      ['five options', { options: ['1', '2', '3', '4', '5'] }],
      ['a blank option', { options: ['Yes', ' \u200b '] }],
      ['an option of 61 characters', { options: ['Yes', '😀'.repeat(61)] }],
      ['an option that is a number', { options: ['Yes', 1] }],
      ['two options that differ in case', { options: ['Yes', 'YES'] }],
      ['two options that differ in accents', { options: ['São Paulo', 'Sao Paulo'] }],
      ['two options that differ in a spelled-out letter', { options: ['Straße', 'Strasse'] }],
      ['two options that differ in outer blanks', { options: ['Yes', '\u0000 Yes '] }],
      ['options that are no array', { options: { 0: 'Yes', 1: 'No' } }],
      ['less than 5 minutes', { forMs: 5 * MINUTE_MS - 40_000 }],
      ['more than 7 days', { forMs: 7 * DAY_MS + 40_000 }],
      ['an end in the past', { forMs: -HOUR_MS }],
      ['an end that is no date', { endsAt: 'tomorrow' }],
      ['an end that is a number', { endsAt: 1_800_000_000_000 }],
      ['a lone surrogate', { options: ['Yes', '\ud800'] }],
    ])('answers 400 for %s and stores nothing', async (_, overrides) => {
      const before = await postsOf(alice);

      const answer = await send(aPollField(kickoff, overrides));

      expect(answer.status).toBe(400);
      expect(await postsOf(alice)).toBe(before);
    });

    it.each(['{', 'null', '[]', '"Yes"', '7', '{}', '{"options":["Yes","No"]}'])(
      'answers 400 for the poll field %s',
      async (poll) => {
        expect((await send(poll)).status).toBe(400);
      },
    );

    it('refuses a poll without text, image or video', async () => {
      const answer = await send(aPollField(kickoff), ' ');

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'A post needs text, an image or a video' });
    });

    it('refuses a poll with a quote', async () => {
      const post = await aPostBy(kickoff, bob, 'Quote me');

      const answer = await send(aPollField(kickoff)).field('quote', post._id);

      expect(answer.status).toBe(400);
    });

    it('accepts options of 60 characters', async () => {
      const answer = await send(aPollField(kickoff, { options: ['😀'.repeat(60), 'No'] }));

      expect(answer.status).toBe(201);
    });
  });

  describe('POST /api/pt/posts/:id/vote', () => {
    it("returns the post with the voter's option and the counts", async () => {
      const post = await aPollBy(kickoff, alice);

      const answer = await vote(kickoff, bob, post, 1);

      expect(answer.status).toBe(200);
      expect(Post.parse(answer.body)).toEqual({
        ...post,
        poll: {
          ...post.poll,
          options: [
            { text: 'Yes', count: 0 },
            { text: 'No', count: 1 },
          ],
          total: 1,
          mine: 1,
        },
      });
    });

    it('returns the total to everyone, but counts only to fans who voted, even for the author', async () => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);

      const listed = async (by: Caller) =>
        (await listedPosts(kickoff, by, '/api/pt/posts?limit=100')).find(
          ({ _id }) => _id === post._id,
        )?.poll;

      expect(await listed(alice)).toEqual({ ...post.poll, total: 1 });
      expect(await listed(bob)).toMatchObject({ total: 1, mine: 0, options: [{ count: 1 }, {}] });
      await vote(kickoff, alice, post, 1).expect(200);
      expect(await count(post, alice)).toEqual([1, 1]);
    });

    it('returns counts to everyone after the end', async () => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);
      const reader = await aFan(kickoff);
      expect(await count(post, reader)).toEqual([undefined, undefined]);

      kickoff.clock.advance(HOUR_MS);

      const { poll } = await seen(post, reader);
      expect(poll).toEqual({
        ...post.poll,
        options: [
          { text: 'Yes', count: 1 },
          { text: 'No', count: 0 },
        ],
        total: 1,
        ended: true,
      });
    });

    it.each([0, 1])('refuses a second vote of a fan with 409, for option %d', async (option) => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);

      const again = await vote(kickoff, bob, post, option);

      expect(again.status).toBe(409);
      expect(again.body).toMatchObject({ error: 'You have voted', code: 'conflict' });
      expect(await count(post, bob)).toEqual([1, 0]);
    });

    it('refuses every vote after the end with 409, before any other check', async () => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);
      kickoff.clock.advance(HOUR_MS);

      for (const [by, option] of [
        [alice, 0],
        [bob, 0],
        [bob, 9],
      ] as const) {
        const late = await vote(kickoff, by, post, option);
        expect(late.status).toBe(409);
        expect(late.body).toMatchObject({ error: 'This poll has ended' });
      }
      expect((await seen(post, alice)).poll?.total).toBe(1);
    });

    it.each([...NOT_TEXT, '0', -1, 2, 0.5, 1e300].filter((value) => value !== 0))(
      'refuses %j as an option',
      async (option) => {
        const post = await aPollBy(kickoff, alice);

        expect((await vote(kickoff, bob, post, option)).status).toBe(400);
        expect((await seen(post, bob)).poll).toEqual(post.poll);
      },
    );

    it('refuses a vote on a post without a poll', async () => {
      const post = await aPostBy(kickoff, alice, 'No poll');

      expect((await vote(kickoff, bob, post, 0)).status).toBe(400);
      expect(await seen(post, bob)).toEqual(post);
    });

    it('answers 404 for a vote on a hidden, deleted or unknown post, and 401 without a session', async () => {
      const post = await aPollBy(kickoff, alice);
      const blocked = await aFan(kickoff);
      const blocker = await aFan(kickoff);
      await as(kickoff, alice).post(`/api/user/block/${blocked.id}`).expect(204);
      await as(kickoff, blocker).post(`/api/user/block/${alice.id}`).expect(204);
      const deleted = await aPollBy(kickoff, alice);
      await as(kickoff, alice).delete(`/api/pt/posts/${deleted._id}`).expect(204);

      expect((await vote(kickoff, blocked, post, 0)).status).toBe(404);
      expect((await vote(kickoff, blocker, post, 0)).status).toBe(404);
      expect((await vote(kickoff, bob, deleted, 0)).status).toBe(404);
      expect((await vote(kickoff, bob, { _id: 'no-id' }, 0)).status).toBe(404);
      expect((await asVisitor(kickoff).post(`/api/pt/posts/${post._id}/vote`)).status).toBe(401);
      expect((await seen(post, bob)).poll?.total).toBe(0);
    });

    it('accepts a vote from a fan who muted the author', async () => {
      const post = await aPollBy(kickoff, alice);
      const muter = await aFan(kickoff);
      await as(kickoff, muter).post(`/api/user/mute/${alice.id}`).expect(204);

      await vote(kickoff, muter, post, 0).expect(200);
    });

    it('likes and comments return the post with the votes unchanged', async () => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);

      const liked = await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).expect(200);
      const commented = await as(kickoff, bob)
        .post(`/api/pt/posts/${post._id}/comment`)
        .send({ text: 'Yes!' })
        .expect(200);
      const voted = await vote(kickoff, alice, post, 1).expect(200);

      expect(Post.parse(liked.body)).toMatchObject({ liked: true, poll: { mine: 0, total: 1 } });
      expect(Post.parse(commented.body)).toMatchObject({ poll: { mine: 0, total: 1 } });
      expect(Post.parse(voted.body)).toMatchObject({ liked: false, likesCount: 1 });
    });
  });

  describe('PATCH /api/pt/posts/:id with a poll', () => {
    const edit = (post: Post, text: string) =>
      as(kickoff, alice).patch(`/api/pt/posts/${post._id}`).send({ text });

    it('changes the text before the first vote', async () => {
      const post = await aPollBy(kickoff, alice);

      const answer = await edit(post, 'Shall we win?').expect(200);

      expect(Post.parse(answer.body)).toEqual({ ...post, text: 'Shall we win?', edited: true });
    });

    it.each(['Shall we win?', ' '])('refuses the text "%s" with 409 after a vote', async (text) => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);

      const answer = await edit(post, text);

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: 'A post with votes cannot be edited' });
      expect((await seen(post, alice)).text).toBe(post.text);
    });

    it('answers 403 to another fan after a vote', async () => {
      const post = await aPollBy(kickoff, alice);
      await vote(kickoff, bob, post, 0).expect(200);

      await as(kickoff, bob).patch(`/api/pt/posts/${post._id}`).send({ text: 'Mine' }).expect(403);
    });

    it('refuses a blank text for a post without media', async () => {
      const post = await aPollBy(kickoff, alice);

      expect((await edit(post, ' ')).status).toBe(400);
    });
  });

  it('every list of posts has the poll', async () => {
    const post = await aPollBy(kickoff, alice);
    const name = encodeURIComponent(alice.username);

    const lists = await Promise.all(
      ['/api/user/fposts', '/api/pt/posts?scope=following', `/api/pt/posts?author=${name}`].map(
        (address) => as(kickoff, alice).get(address).expect(200),
      ),
    );

    for (const { body } of lists) {
      expect(
        z
          .array(Post)
          .parse(body)
          .find(({ _id }) => _id === post._id)?.poll,
      ).toEqual(post.poll);
    }
  });
});
