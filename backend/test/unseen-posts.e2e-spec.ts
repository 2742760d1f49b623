import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, FanSummary, Post, PostMatch } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPostBy, listedPosts } from './support/posts.js';
import { MatchSights } from './support/match-sights.js';

const SPOILER = 'About a match you have not seen';

describe("posts beyond the reader's viewpoint of a match", () => {
  let kickoff: KickOff;
  let sights: MatchSights;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    withoutNotifications(kickoff);
    [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
    sights = await MatchSights.open(kickoff, alice);
    await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    await kickoff.connection.collection('posts').deleteMany({});
    sights.seeAllLive();
  });

  async function aPostAt(minutes: number, text = 'Goal by Smith', by = bob): Promise<Post> {
    const post = await aPostBy(kickoff, by, text);
    await sights.setMatch(post, minutes);
    return post;
  }
  const lists = () => [
    '/api/pt/posts',
    '/api/pt/posts?limit=5',
    '/api/pt/posts?scope=following',
    `/api/pt/posts?author=${bob.username}`,
    '/api/user/saved',
  ];
  const one = async (id: string, by = alice, query = '') =>
    Post.parse((await as(kickoff, by).get(`/api/pt/posts/${id}${query}`).expect(200)).body);
  const save = (post: Post) =>
    as(kickoff, alice).put(`/api/pt/posts/${post._id}/saved`).expect(204);
  const textsOf = (posts: readonly Post[]) => posts.map(({ text }) => text);
  async function found(): Promise<string[]> {
    const answer = await as(kickoff, alice).get('/api/search?q=goal&kind=posts').expect(200);
    return [...JSON.stringify(answer.body).matchAll(/"text":"([^"]*)"/g)].map(
      ([, text]) => `${text}`,
    );
  }

  it.each(['delayed', 'replay'] as const)(
    'every list omits them while the match is %s',
    async (mode) => {
      const [early, late] = [await aPostAt(10, 'Goal: early'), await aPostAt(30, 'Goal: late')];
      await save(early);
      await save(late);

      sights.see(alice, mode, 20);

      for (const address of lists()) {
        const texts = textsOf(await listedPosts(kickoff, alice, address));
        expect({ address, texts }).toEqual({ address, texts: ['Goal: early'] });
      }
      expect(await found()).toEqual(['Goal: early']);
      expect(await listedPosts(kickoff, bob, '/api/pt/posts')).toHaveLength(2);
    },
  );

  it('lists show a post when the viewpoint reaches it', async () => {
    await aPostAt(30);

    sights.see(alice, 'delayed', 30);

    expect(textsOf(await listedPosts(kickoff, alice, '/api/pt/posts'))).toEqual(['Goal by Smith']);
  });

  it('lists show them as spoilers without text, files and counts while the match is hidden', async () => {
    const post = await aPostBy(kickoff, bob, 'Goal by Smith', 'image');
    await sights.setMatch(post, 30);
    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }).expect(200);
    await as(kickoff, bob)
      .post(`/api/pt/posts/${post._id}/comment`)
      .send({ text: 'What a goal' })
      .expect(200);
    await save(post);

    sights.hide(alice);

    const { id, homeTeam, awayTeam } = sights.match;
    for (const address of lists()) {
      const [listed] = await listedPosts(kickoff, alice, address);
      expect(listed).toEqual({
        _id: post._id,
        user: post.user,
        text: SPOILER,
        likes: [],
        liked: false,
        comments: [],
        createdAt: post.createdAt,
        likesCount: 0,
        commentsCount: 0,
        saved: true,
        match: { id, league: 'premier_league', homeTeam, awayTeam },
        spoiler: true,
      });
    }
    const answer = await as(kickoff, alice).get('/api/search?q=goal&kind=posts').expect(200);
    expect(JSON.stringify(answer.body)).not.toContain('Smith');
  });

  it('a search does not find them by text or media while the match is hidden', async () => {
    const early = await aPostAt(-1, 'Will Smith play?');
    await sights.setMatch(await aPostBy(kickoff, bob, 'Goal by Smith', 'image'), 30);
    const search = (q: string, by = alice) =>
      listedPosts(kickoff, by, `/api/search?type=posts&q=${encodeURIComponent(q)}`);

    sights.hide(alice);

    expect(textsOf(await search('smith'))).toEqual([early.text]);
    expect(await search('has:image')).toEqual([]);
    expect(textsOf(await search(`from:"${bob.username}"`))).toEqual([SPOILER, early.text]);
    expect(await search('smith', bob)).toHaveLength(2);
  });

  it('posts before the kick-off are visible while the match is hidden, later ones are spoilers', async () => {
    const before = await aPostAt(-1, 'Who will win?');
    const after = await aPostAt(0, 'It began');

    sights.hide(alice);

    expect(await one(before._id)).toMatchObject({ text: 'Who will win?', match: { minute: null } });
    expect((await one(after._id)).spoiler).toBe(true);
  });

  it.each(['delayed', 'replay', 'hidden'] as const)(
    'GET by id returns a spoiler while the match is %s, and the whole post with reveal=true',
    async (mode) => {
      const post = await aPostAt(30);
      if (mode === 'hidden') sights.hide(alice);
      else sights.see(alice, mode, 20);

      const spoiler = await one(post._id);

      expect(spoiler).toMatchObject({ text: SPOILER, spoiler: true });
      expect(PostMatch.strict().parse(spoiler.match).minute).toBeUndefined();
      const whole = await one(post._id, alice, '?reveal=true');
      expect(whole).toMatchObject({ text: 'Goal by Smith', match: { minute: '31' } });
      expect(whole.spoiler).toBeUndefined();
    },
  );

  it.each(['hidden', 'delayed'] as const)(
    'reveal=true also answers their likes, comments and both lists while the match is %s',
    async (mode) => {
      const path = `/api/pt/posts/${(await aPostAt(30))._id}`;
      await as(kickoff, bob).post(`${path}/like`).send({ liked: true }).expect(200);
      await as(kickoff, bob).post(`${path}/comment`).send({ text: 'What a goal' }).expect(200);
      if (mode === 'hidden') sights.hide(alice);
      else sights.see(alice, mode, 20);
      const read = async (address: string) =>
        (await as(kickoff, alice).get(`${path}${address}`).expect(200)).body as unknown;

      const comment = { text: 'What a goal', user: { _id: bob.id } };
      expect(await read('?reveal=true')).toMatchObject({
        ...{ likesCount: 1, likes: [{ _id: bob.id }] },
        ...{ commentsCount: 1, comments: [comment] },
      });
      expect(await read('/likes?reveal=true')).toMatchObject([{ _id: bob.id }]);
      expect(await read('/comments?reveal=true')).toMatchObject([comment]);
      expect([await read('/likes'), await read('/comments')]).toEqual([[], []]);
    },
  );

  it.each(['false', '1', ''])('GET by id refuses reveal=%s with 400', async (value) => {
    const post = await aPostAt(30);

    const answer = await as(kickoff, alice).get(`/api/pt/posts/${post._id}?reveal=${value}`);

    expect(answer.status).toBe(400);
    expect(ErrorAnswer.parse(answer.body).error).toBe('reveal must be true');
  });

  it('a like returns a spoiler, and the list of likes is empty', async () => {
    const post = await aPostAt(30);
    await as(kickoff, bob).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }).expect(200);
    sights.hide(alice);

    const liked = await as(kickoff, alice)
      .post(`/api/pt/posts/${post._id}/like`)
      .send({ liked: true })
      .expect(200);

    expect(Post.parse(liked.body)).toMatchObject({ text: SPOILER, liked: true, likesCount: 0 });
    const likers = await as(kickoff, alice).get(`/api/pt/posts/${post._id}/likes`).expect(200);
    expect(z.array(FanSummary).parse(likers.body)).toEqual([]);
  });

  it('the author always sees the whole post', async () => {
    const post = await aPostAt(30, 'My goal', alice);

    for (const set of [() => sights.hide(alice), () => sights.see(alice, 'delayed', 20)]) {
      set();
      expect(textsOf(await listedPosts(kickoff, alice, '/api/pt/posts'))).toEqual(['My goal']);
      expect(textsOf(await listedPosts(kickoff, alice, '/api/user/fposts'))).toEqual(['My goal']);
      expect((await one(post._id)).text).toBe('My goal');
    }
  });

  it('a quote of such a post is gone for a delayed fan and a spoiler while the match is hidden', async () => {
    const post = await aPostAt(30);
    const quoting = await as(kickoff, bob)
      .post('/api/pt/posts')
      .field({ text: 'Look', quote: post._id })
      .expect(201);
    const { _id } = Post.parse(quoting.body);
    const quoteOf = async () => [
      (await one(_id)).quote,
      (await listedPosts(kickoff, alice, '/api/pt/posts'))[0]?.quote,
    ];

    sights.see(alice, 'delayed', 20);
    expect(await quoteOf()).toEqual([{ gone: true }, { gone: true }]);
    sights.hide(alice);
    const spoiler = { _id: post._id, user: post.user, text: SPOILER, createdAt: post.createdAt };
    expect(await quoteOf()).toEqual([spoiler, spoiler]);
  });

  it('friend suggestions do not use them as samples', async () => {
    const cat = await aFan(kickoff);
    await aPostAt(10, 'Early', cat);
    await aPostAt(30, 'Late', cat);

    sights.hide(alice);

    const answer = await as(kickoff, alice).get('/api/user/friend-suggestions').expect(200);
    expect(answer.text).not.toContain('Early');
    sights.see(alice, 'delayed', 20);
    const later = await as(kickoff, alice).get('/api/user/friend-suggestions').expect(200);
    expect(later.text).toContain('Early');
    expect(later.text).not.toContain('Late');
  });

  it('a page costs a fan who sees every match live no additional query', async () => {
    await aPostBy(kickoff, bob, 'Plain');
    const page = () => as(kickoff, alice).get('/api/pt/posts?limit=5').expect(200);
    await page();
    const plain = await operationsOf(kickoff, page);
    await kickoff.connection.collection('posts').deleteMany({});
    await aPostAt(30);
    await page();
    const about = await operationsOf(kickoff, page);

    expect(about.map(({ collection }) => collection)).toEqual(['posts']);
    expect(about).toEqual(plain);
  });
});
