import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FoundFan, LeagueSummary, Post, SearchResults, Team } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { aPostBy } from './support/posts.js';

const EMPTY = { fans: [], teams: [], leagues: [], posts: [] };

describe('global search', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  const ask = (query: Record<string, string>) => as(kickoff, alice).get('/api/search').query(query);
  const all = async (q: string) =>
    SearchResults.strict().parse((await ask({ q }).expect(200)).body);
  const teams = async (q: string) =>
    z.array(Team).parse((await ask({ q, type: 'teams' }).expect(200)).body);
  const leagues = async (q: string) =>
    z.array(LeagueSummary).parse((await ask({ q, type: 'leagues' }).expect(200)).body);

  it('returns at most five of each kind', async () => {
    await manyFans(kickoff, 7, (at) => ({ username: `real fan ${at}` }));
    for (let number = 0; number < 7; number += 1) {
      await aPostBy(kickoff, alice, `Real post ${number}`);
      kickoff.clock.advance(1);
    }

    const found = await all('real');

    expect(found.fans).toHaveLength(5);
    expect(found.teams.length).toBeGreaterThan(1);
    expect(found.teams.length).toBeLessThanOrEqual(5);
    expect(found.posts.map(({ text }) => text)).toEqual(
      [6, 5, 4, 3, 2].map((at) => `Real post ${at}`),
    );
    expect((await all('premier')).leagues).toMatchObject([{ league: 'premier_league' }]);
  });

  it.each(['', 'a', ' a ', '   ', '⚽'])('returns nothing for %j', async (q) => {
    expect(await all(q)).toEqual(EMPTY);
    for (const type of ['fans', 'teams', 'leagues', 'posts']) {
      expect((await ask({ q, type }).expect(200)).body).toEqual([]);
    }
  });

  it('returns nothing without q', async () => {
    expect((await ask({}).expect(200)).body).toEqual(EMPTY);
  });

  it('limits q to 64 characters after trimming it', async () => {
    await ask({ q: ` ${'x'.repeat(64)} ` }).expect(200);
    const refused = await ask({ q: 'x'.repeat(65) }).expect(400);

    expect(refused.body).toMatchObject({ error: 'q must be at most 64 characters long' });
  });

  it.each([
    'type=clubs',
    'type=',
    'q=ab&q=cd',
    'q[$gt]=',
    'type=posts&limit=0',
    'type=fans&cursor=x',
    'type=teams&cursor=x',
    'type=leagues&cursor=x',
    'type=posts&cursor=x',
    'q=a%00b',
  ])('answers %s with 400', async (query) => {
    await as(kickoff, alice).get(`/api/search?${query}`).expect(400);
  });

  it('returns 401 without a session', async () => {
    await asVisitor(kickoff).get('/api/search?q=ars').expect(401);
  });

  describe('clubs', () => {
    it.each([
      ['ars', 'arsenal'],
      ['AFC', 'arsenal'],
      ['bayern munich', 'bayern'],
      ['man utd', 'man-united'],
      ['spurs', 'tottenham'],
      ['barca', 'barcelona'],
      ['psg', 'psg'],
      ['inter milan', 'inter'],
      ['atlético', 'atletico'],
      ['atletico madrid', 'atletico'],
    ])('answers %j with %s first', async (q, id) => {
      expect((await teams(q))[0]?.id).toBe(id);
      expect((await all(q)).teams[0]?.id).toBe(id);
    });

    it('returns the same rows as the list of clubs', async () => {
      const list = await as(kickoff, alice).get('/api/football/teams').expect(200);

      expect(list.body).toContainEqual((await teams('spurs'))[0]);
    });

    it.each(['.*', '^ars', 'ars|', 'senal', '%'])('treats %j as literal text', async (q) => {
      expect((await teams(q)).map(({ id }) => id)).not.toContain('bayern');
    });

    it('returns every club once over all pages', async () => {
      const pages = await everyPage(kickoff, alice, '/api/search?type=teams&q=fc&limit=20');

      const ids = z
        .array(z.array(Team))
        .parse(pages)
        .flat()
        .map(({ id }) => id);
      expect(pages.length).toBeGreaterThan(2);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.slice(0, 50)).toEqual((await teams('fc')).map(({ id }) => id));
    });
  });

  describe('leagues', () => {
    it.each([
      ['EPL', 'premier_league'],
      ['UCL', 'champions_league'],
      ['ISL', 'indian_super_league'],
      ['champions', 'champions_league'],
      ['serie a', 'serie_a'],
    ])('answers %j with %s first', async (q, league) => {
      expect((await leagues(q))[0]?.league).toBe(league);
    });

    it('returns the same rows as the list of leagues', async () => {
      const list = await as(kickoff, alice).get('/api/football/leagues').expect(200);

      expect(list.body).toContainEqual((await leagues('EPL'))[0]);
    });
  });

  describe('fans', () => {
    const found = async (q: string) =>
      z.array(FoundFan).parse((await ask({ q, type: 'fans' }).expect(200)).body);
    const names = async (q: string) => (await found(q)).map(({ username }) => username);

    it('ranks exact names first, then names that start with q, then later words', async () => {
      await manyFans(kickoff, 4, (at) => ({
        username: ['Zed Marley', 'marley zed', 'zed', 'zeder'][at] ?? '',
      }));

      expect(await names('zed')).toEqual(['zed', 'Zed Marley', 'zeder', 'marley zed']);
      expect(await names('ZED MARLEY')).toEqual(['Zed Marley']);
    });

    it('returns every fan once over all pages', async () => {
      const marks = ['.', '_', '-', ' '];
      const same = marks.flatMap((one) => marks.map((two) => `pia${one}l${two}m`));
      const all = [
        ...same,
        ...Array.from({ length: 30 }, (_, at) => `pia ${at} pia`),
        'x pia',
        'pia',
      ];
      await manyFans(kickoff, all.length, (at) => ({ username: all[at] ?? '' }));

      for (const limit of [1, 7]) {
        const address = `/api/search?type=fans&q=pia&limit=${limit}`;
        const pages = z.array(z.array(FoundFan)).parse(await everyPage(kickoff, alice, address));

        const walked = pages.flat().map(({ username }) => username);
        expect(walked[0]).toBe('pia');
        expect(walked.at(-1)).toBe('x pia');
        expect([...walked].sort()).toEqual([...all].sort());
      }
    });

    it('excludes blocked and muted fans', async () => {
      const [one, two] = await manyFans(kickoff, 3, (at) => ({ username: `unseen ${at}` }));
      await as(kickoff, alice)
        .post(`/api/user/block/${String(one)}`)
        .expect(204);
      await as(kickoff, alice)
        .post(`/api/user/mute/${String(two)}`)
        .expect(204);

      expect(await names('unseen')).toEqual(['unseen 2']);
    });

    it('returns 50 fans and a next link when no limit is sent', async () => {
      await manyFans(kickoff, 60, (at) => ({ username: `horde ${at}` }));

      const answer = await ask({ q: 'horde', type: 'fans' }).expect(200);

      expect(answer.body).toHaveLength(50);
      expect(answer.headers['link']).toContain('rel="next"');
    });
  });

  it('returns only posts when q contains an operator', async () => {
    const post = await aPostBy(kickoff, alice, 'Arsenal and the Premier League');

    const found = await all('from:alice arsenal');

    expect(found).toMatchObject({ ...EMPTY, posts: [{ _id: post._id }] });
    expect(Post.parse(found.posts[0])).toMatchObject({ saved: false });
    for (const type of ['fans', 'teams', 'leagues']) {
      expect((await ask({ q: 'has:image arsenal', type }).expect(200)).body).toEqual([]);
    }
  });
});
