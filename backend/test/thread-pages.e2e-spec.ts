import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MatchThread, type ThreadRow } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { StoredPost } from '../src/posts/post.schema.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { operationsOf } from './support/operations.js';
import { ThreadFixture } from './support/thread-fixture.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The text of a post, or the kind of an entry. */
const toWord = (row: ThreadRow) => (row.kind === 'post' ? row.post.text : row.entry.kind);

/** `npm run counters -- 100000` runs the same test with more rows. */
const MANY = Number(process.env['KICKOFF_COUNTERS'] ?? 2_000);

describe('GET /api/match/:id/thread', () => {
  let fixture: ThreadFixture;

  beforeAll(async () => {
    fixture = await ThreadFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.stop());

  const words = async (by: Caller, matchId: string, query = '?order=oldest') =>
    (await fixture.thread(by, matchId, query)).rows.map(toWord);
  /** All rows, page by page. */
  async function walk(by: Caller, matchId: string, query: string): Promise<string[]> {
    const pages = await everyPage(fixture.kickoff, by, `/api/match/${matchId}/thread${query}`);
    return pages.flatMap((page) => MatchThread.parse(page).rows.map(toWord));
  }

  it('lists posts and entries by time, newest first by default', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 5, faults: ['goal_cancelled'] });
    await fixture.post(ann, matchId, 'Soon');
    kickoff.clock.advance(5 * SECOND_MS);
    await fixture.post(bob, matchId, 'Off we go');
    kickoff.clock.advance(14 * SECOND_MS);
    await fixture.post(ann, matchId, 'Goal!');
    kickoff.clock.advance(8 * SECOND_MS);

    const rows = ['Soon', 'kick_off', 'Off we go', 'goal', 'Goal!', 'goal_cancelled'];
    expect((await words(ann, matchId)).slice(0, rows.length)).toEqual(rows);
    expect(await words(ann, matchId, '')).toEqual((await words(ann, matchId)).reverse());
  });

  it('lists an entry before posts of the same time', async () => {
    const matchId = await fixture.aMatch();
    await fixture.post(fixture.ann, matchId, 'At once');

    const rows = await words(fixture.ann, matchId);

    expect(rows).toEqual(['kick_off', 'At once']);
  });

  it('marks a goal as cancelled after its cancellation', async () => {
    const { kickoff, ann } = fixture;
    const matchId = await fixture.aMatch({ faults: ['goal_cancelled'] });
    kickoff.clock.advance(15 * SECOND_MS);
    const goal = async () =>
      (await fixture.thread(ann, matchId, '?order=oldest')).rows.find(
        (row) => row.kind === 'entry' && row.entry.kind === 'goal',
      );
    const before = await goal();

    kickoff.clock.advance(8 * SECOND_MS);

    expect(before).not.toHaveProperty('entry.cancelled');
    expect(await goal()).toMatchObject({ minute: '5', entry: { kind: 'goal', cancelled: true } });
  });

  it('returns the match, opensAt, and closesAt after the full time', async () => {
    const { kickoff, ann } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 60 });
    const before = await fixture.thread(ann, matchId);
    kickoff.clock.advance(8 * MINUTE_MS);
    const after = await fixture.thread(ann, matchId);
    const fullTime = (await fixture.entries(ann, matchId)).find(({ kind }) => kind === 'full_time');
    const closesMs = Date.parse(fullTime?.at ?? '') + 24 * HOUR_MS;

    expect(before).toMatchObject({ match: { id: matchId }, state: 'open', rows: [] });
    expect(Date.parse(before.opensAt)).toBe(Date.parse(before.match.utcDate) - HOUR_MS);
    expect(before).not.toHaveProperty('closesAt');
    expect(after).toMatchObject({ state: 'open', closesAt: new Date(closesMs).toISOString() });
  });

  it('returns the state before until the thread opens, and closed with its rows afterwards', async () => {
    const now = fixture.kickoff.clock.now().getTime();
    const later = await fixture.demoMatch(({ utcDate }) => Date.parse(utcDate) - now > 2 * HOUR_MS);
    const over = await fixture.demoMatch(({ utcDate }) => now - Date.parse(utcDate) > 48 * HOUR_MS);

    expect(await fixture.thread(fixture.other, later.id)).toMatchObject({
      state: 'before',
      rows: [],
    });
    const closed = await fixture.thread(fixture.other, over.id, '?order=oldest');
    expect(closed.state).toBe('closed');
    expect(closed.rows.map(toWord)).toContain('full_time');
  });

  it('returns 404 for a match that is unknown to the fan, and 400 for an invalid query', async () => {
    const matchId = await fixture.aMatch();
    const read = async (by: Caller, id: string, query = '') =>
      (await as(fixture.kickoff, by).get(`/api/match/${id}/thread${query}`)).status;

    expect(await read(fixture.other, matchId)).toBe(404);
    expect(await read(fixture.ann, 'nothing')).toBe(404);
    for (const query of ['?order=up', '?scope=mine', '?limit=0', '?cursor=x']) {
      expect(await read(fixture.ann, matchId, query)).toBe(400);
    }
  });

  it('omits posts of blocked and muted fans and posts with muted words', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const fans = [ann.id, bob.id, other.id];
    const matchId = await fixture.aMatch({ fans });
    await fixture.post(bob, matchId, 'By bob');
    await fixture.post(other, matchId, 'The referee');
    const caller = as(kickoff, ann);
    await caller
      .put('/api/user/muted-words')
      .send([{ word: 'referee' }])
      .expect(200);
    expect(await words(ann, matchId)).toEqual(['kick_off', 'By bob']);

    await caller.post(`/api/user/mute/${bob.id}`).expect(204);

    expect(await words(ann, matchId)).toEqual(['kick_off']);
    expect(await words(bob, matchId)).toEqual(['kick_off', 'By bob', 'The referee']);
    await as(kickoff, other).post(`/api/user/block/${bob.id}`).expect(204);
    expect(await words(bob, matchId)).toEqual(['kick_off', 'By bob']);
  });

  it('scope=friends lists only posts of followed fans and own posts', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const matchId = await fixture.aMatch({ fans: [ann.id, bob.id, other.id] });
    for (const fan of [ann, bob, other]) await fixture.post(fan, matchId, fan.username);
    await as(kickoff, ann).post(`/api/user/follow/${bob.id}`).expect(200);

    const rows = await words(ann, matchId, '?order=oldest&scope=friends');

    expect(rows).toEqual(['kick_off', ann.username, bob.username]);
  });

  it.each(['newest', 'oldest'])(
    'pages through all rows once, %s first, while rows are added',
    async (order) => {
      const { kickoff, ann } = fixture;
      const matchId = await fixture.aMatch();
      for (let number = 1; number <= 7; number += 1) {
        await fixture.post(ann, matchId, `Post ${number}`);
        kickoff.clock.advance(20 * SECOND_MS);
      }
      const all = await words(ann, matchId, `?order=${order}`);
      const first = await as(kickoff, ann).get(
        `/api/match/${matchId}/thread?order=${order}&limit=3`,
      );
      const link = /<(.*)>; rel="next"/.exec(first.get('Link') ?? '')?.[1] ?? '';

      await fixture.post(ann, matchId, 'Added');
      const second = MatchThread.parse((await as(kickoff, ann).get(link).expect(200)).body);

      expect(all.length).toBeGreaterThan(9);
      expect(second.rows.map(toWord)).toEqual(all.slice(3, 6));
      const walked = await walk(ann, matchId, `?order=${order}&limit=3`);
      expect(walked).toEqual(await words(ann, matchId, `?order=${order}`));
    },
  );

  it('returns 50 rows without a limit', async () => {
    const { kickoff, ann } = fixture;
    const matchId = await fixture.aMatch();
    await fill(matchId, 60);

    const answer = await as(kickoff, ann).get(`/api/match/${matchId}/thread`);

    expect(MatchThread.parse(answer.body).rows).toHaveLength(50);
    expect(await walk(ann, matchId, '')).toHaveLength(61);
  });

  it('ends at the viewpoint of a delayed fan, except for own posts', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch();
    await fixture.post(bob, matchId, 'Early');
    const untilMs = kickoff.clock.now().getTime();
    kickoff.clock.advance(MINUTE_MS);
    await fixture.post(bob, matchId, 'Late');
    await fixture.post(ann, matchId, 'Mine');
    const viewpoint = { matchId, mode: 'delayed', seconds: 60 } as const;
    fixture.see(ann, matchId, { mode: 'delayed', untilMs, viewpoint });
    await fixture.post(ann, matchId, 'Mine too');

    expect(await words(ann, matchId)).toEqual(['kick_off', 'Early', 'Mine too', 'Mine']);
    expect(await walk(ann, matchId, '?limit=1')).toEqual(['Mine', 'Mine too', 'Early', 'kick_off']);
  });

  it('ends at the kick-off for a fan who hides the match', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 10 });
    await fixture.post(bob, matchId, 'Before');
    kickoff.clock.advance(30 * SECOND_MS);
    await fixture.post(bob, matchId, 'After');
    fixture.see(ann, matchId, { mode: 'hidden', viewpoint: { matchId, mode: 'hidden' } });

    expect(await words(ann, matchId)).toEqual(['Before']);
  });

  it('examines a bounded number of posts for a page of a long thread', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch();
    await as(kickoff, ann).post(`/api/user/follow/${bob.id}`).expect(200);
    await fill(matchId, MANY);
    for (const query of ['', '?order=oldest', '?scope=friends', '?scope=friends&order=oldest']) {
      await fixture.thread(ann, matchId, query);
      const operations = await operationsOf(kickoff, () => fixture.thread(ann, matchId, query));
      const posts = operations.filter(({ collection }) => collection === 'posts');

      expect(posts.map(({ sorted }) => sorted)).not.toContain(true);
      expect(posts.reduce((sum, { examined }) => sum + examined.documents, 0)).toBeLessThan(65);
      expect(posts.reduce((sum, { examined }) => sum + examined.keys, 0)).toBeLessThan(130);
    }
  });

  it('examines the posts of followed fans only, also after pages full of active ones', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const active = await aFan(kickoff);
    const matchId = await fixture.aMatch({ fans: [ann, bob, other].map(({ id }) => id) });
    await as(kickoff, other).post(`/api/user/follow/${active.id}`).expect(200);
    await as(kickoff, ann).post(`/api/user/follow/${bob.id}`).expect(200);
    await fill(matchId, 480, (at) => (at % 8 === 0 ? bob : active));
    const page = (by: Caller) => fixture.thread(by, matchId, '?scope=friends&order=oldest');
    await kickoff.connection.db?.command({ planCacheClear: 'posts' });
    for (let time = 0; time < 5; time += 1) await page(other);

    const operations = await operationsOf(kickoff, () => page(ann));

    const [read] = operations.filter(({ collection }) => collection === 'posts');
    expect(read?.returned).toBeGreaterThanOrEqual(50);
    expect(read?.examined.documents).toBe(read?.returned);
  });

  /** Stores posts, by default of one fan, one per millisecond from now on. */
  async function fill(
    matchId: string,
    count: number,
    by: (at: number) => Caller = () => fixture.bob,
  ): Promise<void> {
    const { _id } = await fixture.post(fixture.bob, matchId);
    const posts = fixture.kickoff.connection.collection<StoredPost>('posts');
    const model = await posts.findOne({ _id: new Types.ObjectId(_id) });
    if (!model?.match) throw new Error('The post is in no thread.');
    const { match } = model;
    const nowMs = fixture.kickoff.clock.now().getTime();
    await posts.insertMany(
      Array.from({ length: count - 1 }, (_, at) => ({
        ...model,
        _id: new Types.ObjectId(),
        authorId: new Types.ObjectId(by(at).id),
        match: { ...match, at: new Date(nowMs + at) },
      })),
    );
  }
});
