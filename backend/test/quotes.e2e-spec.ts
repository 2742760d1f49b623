import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPostBy, listedPosts } from './support/posts.js';

const GONE = { gone: true };

describe('quotes', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let reader: Caller;
  let original: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    [alice, bob, reader] = [await aFan(kickoff), await aFan(kickoff), await aFan(kickoff)];
    original = await aPostBy(kickoff, alice, 'What a save!');
  });
  afterAll(() => kickoff.stop());

  const send = (by: Caller, quote: string, text = 'Look at this') =>
    as(kickoff, by).post('/api/pt/posts').field('text', text).field('quote', quote);
  const aQuoteBy = async (by: Caller, post: Post) =>
    Post.parse((await send(by, post._id).expect(201)).body);
  const seen = async ({ _id }: Post, by: Caller) =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${_id}`).expect(200)).body);
  const edit = (by: Caller, { _id }: Post, text: string) =>
    as(kickoff, by).patch(`/api/pt/posts/${_id}`).send({ text }).expect(200);
  const toQuote = ({ _id, user, text, createdAt }: Post) => ({ _id, user, text, createdAt });

  it('shows the quoted post in the response, in the post and in every list', async () => {
    const answer = await send(bob, original._id);

    expect(answer.status).toBe(201);
    const quoting = Post.strict().parse(answer.body);
    expect(quoting).toMatchObject({ text: 'Look at this', user: { _id: bob.id } });
    expect(quoting.quote).toEqual(toQuote(original));
    expect(await seen(quoting, reader)).toEqual(quoting);
    const name = encodeURIComponent(bob.username);
    for (const address of ['/api/pt/posts?limit=5', `/api/pt/posts?author=${name}`]) {
      const list = await listedPosts(kickoff, reader, address);
      expect(list.find(({ _id }) => _id === quoting._id)).toEqual(quoting);
    }
    expect(await listedPosts(kickoff, bob, '/api/user/fposts')).toEqual([quoting]);
  });

  it('shows the media of the quoted post, and the image is served', async () => {
    const [picture, film] = [
      await aPostBy(kickoff, alice, 'Picture', 'image'),
      await aPostBy(kickoff, alice, 'Film', 'video'),
    ];

    const quotes = [await aQuoteBy(bob, picture), await aQuoteBy(bob, film)];

    const { image, imageSize } = picture;
    expect(quotes.map(({ quote }) => quote)).toEqual([
      { ...toQuote(picture), image, imageSize },
      { ...toQuote(film), video: film.video },
    ]);
    await asVisitor(kickoff)
      .get(`/api/uploads/${image ?? ''}`)
      .expect(200);
  });

  it('stores a post without a quote for an empty quote field', async () => {
    const answer = await send(bob, '').expect(201);

    expect(Post.parse(answer.body).quote).toBeUndefined();
  });

  it('refuses a quote without text, image or video', async () => {
    const answer = await send(bob, original._id, ' ');

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'A post needs text, an image or a video' });
  });

  it('accepts a quote of an own post', async () => {
    const quoting = await aQuoteBy(alice, original);

    expect(quoting.quote).toEqual(toQuote(original));
  });

  it('cuts the text after 300 code points', async () => {
    const whole = await aPostBy(kickoff, alice, '😀'.repeat(300));
    const long = await aPostBy(kickoff, alice, `${'😀'.repeat(300)}!`);

    const quotes = [await aQuoteBy(bob, whole), await aQuoteBy(bob, long)];

    expect(quotes.map(({ quote }) => quote)).toEqual([
      toQuote(whole),
      { ...toQuote(long), text: '😀'.repeat(300), truncated: true },
    ]);
  });

  it('returns no quote inside a quote', async () => {
    const quoting = await aQuoteBy(bob, original);

    const second = await aQuoteBy(reader, quoting);

    expect(second.quote).toEqual(toQuote(quoting));
  });

  it('shows edits of the quoted post', async () => {
    const quoting = await aQuoteBy(bob, original);

    await edit(alice, original, 'What a double save!');

    expect((await seen(quoting, reader)).quote).toEqual({
      ...toQuote(original),
      text: 'What a double save!',
      edited: true,
    });
  });

  it('does not change when the quoting post is edited', async () => {
    const other = await aPostBy(kickoff, alice, 'Another');
    const quoting = await aQuoteBy(bob, original);

    const answer = await as(kickoff, bob)
      .patch(`/api/pt/posts/${quoting._id}`)
      .send({ text: 'New', quote: other._id })
      .expect(200);

    expect(Post.parse(answer.body)).toEqual({ ...quoting, text: 'New', edited: true });
  });

  it('shows a quote as gone when the quoted post is deleted, and the quoting post remains', async () => {
    const quoting = await aQuoteBy(bob, original);

    await as(kickoff, alice).delete(`/api/pt/posts/${original._id}`).expect(204);

    expect(await seen(quoting, reader)).toEqual({ ...quoting, quote: GONE });
    const [listed] = await listedPosts(kickoff, bob, '/api/user/fposts');
    expect(listed?.quote).toEqual(GONE);
  });

  it('shows a quote as gone from the removal of the quoted post by an admin until its restore', async () => {
    const quoting = await aQuoteBy(bob, original);
    const moderation = kickoff.app.get(PostModerationService, { strict: false });
    const by = { _id: new Types.ObjectId().toString(), username: 'ada' };

    await moderation.remove(original._id, { by });
    const removed = await seen(quoting, alice);
    await moderation.restore(await moderation.prepareRestore(original._id));

    expect(removed.quote).toEqual(GONE);
    expect((await seen(quoting, reader)).quote).toEqual(toQuote(original));
  });

  it.each<[string, (from: Caller, to: Caller) => Promise<unknown>]>([
    ['blocks the author', (from, to) => as(kickoff, from).post(`/api/user/block/${to.id}`)],
    ['is blocked by the author', (from, to) => as(kickoff, to).post(`/api/user/block/${from.id}`)],
    ['mutes the author', (from, to) => as(kickoff, from).post(`/api/user/mute/${to.id}`)],
  ])('shows a quote as gone only to a reader who %s of the quoted post', async (_, hide) => {
    const quoting = await aQuoteBy(bob, original);

    await hide(reader, alice);

    expect(await seen(quoting, reader)).toEqual({ ...quoting, quote: GONE });
    const list = await listedPosts(kickoff, reader, '/api/pt/posts?limit=5');
    expect(list.find(({ _id }) => _id === quoting._id)?.quote).toEqual(GONE);
    expect((await seen(quoting, bob)).quote).toEqual(toQuote(original));
  });

  it('shows a quote as gone when the account of the quoted author is deleted', async () => {
    const quoting = await aQuoteBy(bob, original);

    await as(kickoff, alice).delete('/api/user').send({ password: alice.password }).expect(200);

    expect((await seen(quoting, reader)).quote).toEqual(GONE);
    expect((await send(bob, original._id)).status).toBe(400);
  });

  it('shows the quote in the post list of admins', async () => {
    const quoting = await aQuoteBy(bob, original);
    const admin = await anAdmin(kickoff);

    const answer = await as(kickoff, admin).get(`/api/admin/posts?q=${quoting._id}`).expect(200);

    expect(answer.body).toMatchObject([{ _id: quoting._id, quote: { _id: original._id } }]);
  });

  it('answers 400 for a blocked, removed or unknown post, and stores nothing', async () => {
    const removed = await aPostBy(kickoff, alice, 'Removed');
    const moderation = kickoff.app.get(PostModerationService, { strict: false });
    const by = { _id: new Types.ObjectId().toString(), username: 'ada' };
    await moderation.remove(removed._id, { by });
    await as(kickoff, alice).post(`/api/user/block/${bob.id}`).expect(204);
    await as(kickoff, reader).post(`/api/user/block/${alice.id}`).expect(204);

    const unseen = [
      await send(bob, original._id),
      await send(reader, original._id),
      await send(alice, removed._id),
      await send(alice, new Types.ObjectId().toString()),
    ];

    expect(unseen.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await listedPosts(kickoff, bob, '/api/user/fposts')).toEqual([]);
    expect(await listedPosts(kickoff, reader, '/api/user/fposts')).toEqual([]);
  });

  it.each(['null', '0', ' ', '[]', '{"$ne":null}', 'no-id', '../posts', 'a'.repeat(23)])(
    'answers 400 for the invalid id "%s"',
    async (quote) => {
      expect((await send(bob, quote)).status).toBe(400);
    },
  );

  it('stores the post once when the request is repeated with its idempotency key', async () => {
    const repeat = () =>
      send(bob, original._id).set('Idempotency-Key', `quote-${original._id}`).expect(201);

    const [first, second] = [await repeat(), await repeat()];

    expect(second.body).toEqual(first.body);
    expect(await listedPosts(kickoff, bob, '/api/user/fposts')).toHaveLength(1);
  });
});
