import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { RehearsalPostsJob } from '../src/posts/threads/rehearsal-posts.job.js';
import { as } from './support/callers.js';
import { listedPosts } from './support/posts.js';
import { ThreadFixture } from './support/thread-fixture.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('thread posts', () => {
  let fixture: ThreadFixture;

  beforeAll(async () => {
    fixture = await ThreadFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.stop());

  it('appears in the feed with its match and the minute that its author saw', async () => {
    const matchId = await fixture.aMatch({ startsIn: 60 });
    const before = await fixture.post(fixture.ann, matchId);
    fixture.kickoff.clock.advance(90 * SECOND_MS);

    const post = await fixture.post(fixture.ann, matchId, 'Ten minutes gone');

    expect(before.match).toMatchObject({ id: matchId, league: 'premier_league', minute: null });
    expect(post.match).toMatchObject({ id: matchId, minute: '11' });
    expect(Object.keys(post.match ?? {}).sort()).toEqual(
      ['awayTeam', 'homeTeam', 'id', 'league', 'minute'].sort(),
    );
    const feed = await listedPosts(fixture.kickoff, fixture.bob, '/api/pt/posts');
    expect(feed.map(({ _id, match }) => [_id, match?.minute])).toEqual([
      [post._id, '11'],
      [before._id, null],
    ]);
  });

  it('has no match with an empty matchId', async () => {
    const answer = await fixture.send(fixture.ann, '').expect(201);

    expect(answer.body).not.toHaveProperty('match');
  });

  it('answers 404 for an unknown match and for a rehearsal of other fans', async () => {
    const matchId = await fixture.aMatch();

    expect((await fixture.send(fixture.ann, 'nothing')).status).toBe(404);
    expect((await fixture.send(fixture.other, matchId)).status).toBe(404);
    expect(await listedPosts(fixture.kickoff, fixture.ann, '/api/pt/posts')).toEqual([]);
  });

  it('answers 409 with the opening time before the thread opens', async () => {
    const now = fixture.kickoff.clock.now().getTime();
    const match = await fixture.demoMatch(({ utcDate }) => Date.parse(utcDate) - now > 2 * HOUR_MS);
    const opensAt = new Date(Date.parse(match.utcDate) - HOUR_MS).toISOString();

    const answer = await fixture.send(fixture.ann, match.id);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: `This thread opens at ${opensAt.slice(0, 10)} ${opensAt.slice(11, 16)} UTC`,
    });
  });

  it('answers 409 after the thread has closed', async () => {
    const now = fixture.kickoff.clock.now().getTime();
    const match = await fixture.demoMatch(
      ({ utcDate }) => now - Date.parse(utcDate) > 48 * HOUR_MS,
    );

    const answer = await fixture.send(fixture.ann, match.id);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'This thread is closed' });
  });

  it('answers 409 to a fan who hides the match', async () => {
    const matchId = await fixture.aMatch();
    const viewpoint = { matchId, mode: 'hidden' } as const;
    fixture.see(fixture.ann, matchId, { mode: 'hidden', viewpoint });

    const answer = await fixture.send(fixture.ann, matchId);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'Reveal the match to post in its thread' });
  });

  it('accepts a post of a fan who hides the match until its kick-off', async () => {
    const matchId = await fixture.aMatch({ startsIn: 60 });
    const viewpoint = { matchId, mode: 'hidden' } as const;
    fixture.see(fixture.ann, matchId, { mode: 'hidden', viewpoint });

    const post = await fixture.post(fixture.ann, matchId);
    const listed = (await fixture.thread(fixture.bob, matchId)).rows;
    fixture.kickoff.clock.advance(60 * SECOND_MS);

    expect(post.match?.minute).toBeNull();
    expect(listed).toMatchObject([{ kind: 'post', minute: null, post: { _id: post._id } }]);
    expect((await fixture.send(fixture.ann, matchId)).status).toBe(409);
  });

  it('answers 409 after the thread has closed to a fan whose replay is before the full time', async () => {
    const { kickoff, ann } = fixture;
    const now = kickoff.clock.now().getTime();
    const match = await fixture.demoMatch(({ utcDate }) => Date.parse(utcDate) > now);
    const kickOffMs = Date.parse(match.utcDate);
    kickoff.clock.advance(kickOffMs + 27 * HOUR_MS - now);
    const viewpoint = { matchId: match.id, mode: 'replay', position: 0 } as const;
    fixture.see(ann, match.id, { mode: 'replay', untilMs: kickOffMs, viewpoint });

    const answer = await fixture.send(ann, match.id);

    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ error: 'This thread is closed' });
    const thread = await fixture.thread(ann, match.id);
    expect(thread.state).toBe('closed');
    expect(thread).not.toHaveProperty('closesAt');
  });

  it('an edit updates the minute of the post', async () => {
    const matchId = await fixture.aMatch();
    const post = await fixture.post(fixture.ann, matchId);
    fixture.kickoff.clock.advance(60 * SECOND_MS);

    const answer = await as(fixture.kickoff, fixture.ann)
      .patch(`/api/pt/posts/${post._id}`)
      .send({ text: 'Now' })
      .expect(200);

    expect([post.match?.minute, (answer.body as typeof post).match?.minute]).toEqual(['1', '21']);
  });

  it('an edit by a fan who hides the match leaves the post at its moment', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch();
    const post = await fixture.post(ann, matchId);
    kickoff.clock.advance(60 * SECOND_MS);
    fixture.see(ann, matchId, { mode: 'hidden', viewpoint: { matchId, mode: 'hidden' } });

    await as(kickoff, ann).patch(`/api/pt/posts/${post._id}`).send({ text: 'Now' }).expect(200);

    const answer = await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(200);
    expect(answer.body).toMatchObject({ text: 'Now', match: { minute: '1' } });
  });
});

describe('rehearsal posts', () => {
  let fixture: ThreadFixture;

  beforeAll(async () => {
    fixture = await ThreadFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.stop());

  it('only fans of the rehearsal find its posts in lists', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const matchId = await fixture.aMatch();
    const { _id } = await fixture.post(ann, matchId, 'Rehearsed words');
    await as(kickoff, bob).put(`/api/pt/posts/${_id}/saved`).expect(204);
    const lists = [
      '/api/pt/posts',
      `/api/pt/posts?author=${ann.username}`,
      '/api/search?q=rehearsed&type=posts',
    ];

    for (const list of lists) {
      expect((await as(kickoff, bob).get(list)).text).toContain(_id);
      const answer = await as(kickoff, other).get(list);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(_id);
    }
    for (const fan of [ann, bob]) {
      expect((await as(kickoff, fan).get(`/api/pt/posts/${_id}`)).status).toBe(200);
    }
  });

  it('a page of other fans continues past posts of the rehearsal', async () => {
    const { kickoff, ann, other } = fixture;
    const plain = await fixture.post(other, '');
    const matchId = await fixture.aMatch();
    for (let count = 0; count < 4; count += 1) {
      kickoff.clock.advance(1);
      await fixture.post(ann, matchId);
    }

    const page = await listedPosts(kickoff, other, '/api/pt/posts?limit=2');

    expect(page.map(({ _id }) => _id)).toEqual([plain._id]);
  });

  it('other fans get 404 for a post of the rehearsal, and 400 for a quote of it', async () => {
    const { kickoff, ann, other } = fixture;
    const matchId = await fixture.aMatch();
    const { _id } = await fixture.post(ann, matchId);
    const address = `/api/pt/posts/${_id}`;
    const caller = as(kickoff, other);

    expect((await caller.get(address)).status).toBe(404);
    expect((await caller.get(`${address}/likes`)).status).toBe(404);
    expect((await caller.put(`/api/pt/posts/${_id}/saved`)).status).toBe(404);
    const quote = await caller.post('/api/pt/posts').field('text', 'See').field('quote', _id);
    expect(quote.status).toBe(400);
  });

  it('deleting the rehearsal deletes its posts and their notifications', async () => {
    const { kickoff, admin, ann, bob } = fixture;
    const { _id: rehearsalId, matches } = await fixture.rehearse();
    const { _id } = await fixture.post(ann, matches[0]?.id ?? '');
    const other = await fixture.post(ann, '');
    await as(kickoff, bob).post(`/api/pt/posts/${_id}/like`).expect(200);
    const notified = () => as(kickoff, ann).get('/api/notifications').expect(200);
    await until(async () => (await notified()).text.includes(_id) || undefined);

    await as(kickoff, admin).delete(`/api/admin/rehearsals/${rehearsalId}`).expect(204);
    await kickoff.app.get(RehearsalPostsJob, { strict: false }).run();

    const feed = await listedPosts(kickoff, ann, '/api/pt/posts');
    expect(feed.map((post) => post._id)).toEqual([other._id]);
    expect(await kickoff.connection.collection('posts').countDocuments()).toBe(1);
    await until(async () => !(await notified()).text.includes(_id) || undefined);
  });

  it('RehearsalPostsJob preserves posts while the rehearsal exists', async () => {
    const { kickoff, ann } = fixture;
    const { _id } = await fixture.post(ann, await fixture.aMatch());

    await kickoff.app.get(RehearsalPostsJob, { strict: false }).run();

    await as(kickoff, ann).get(`/api/pt/posts/${_id}`).expect(200);
  });

  it('likes and comments on posts of a rehearsal are in no total, nor is their removal', async () => {
    const { kickoff, ann, bob } = fixture;
    const caller = as(kickoff, bob);
    const totals = async () => {
      const rows = await kickoff.connection
        .collection('counters')
        .find({ kind: { $in: ['likes', 'comments'] } })
        .toArray();
      const days = rows.flatMap((row) => Object.entries(row['days'] as Record<string, number>));
      return days.filter(([, count]) => count !== 0);
    };
    const [rehearsed, deleted] = [
      await fixture.post(ann, await fixture.aMatch()),
      await fixture.post(ann, await fixture.aMatch()),
    ];
    for (const { _id } of [rehearsed, deleted]) {
      const address = `/api/pt/posts/${_id}`;
      await caller.post(`${address}/like`).send({ liked: true }).expect(200);
      await caller.post(`${address}/comment`).send({ text: 'Rehearsed' }).expect(200);
    }
    const afterAdding = await totals();

    const address = `/api/pt/posts/${rehearsed._id}`;
    const { comments } = Post.parse((await caller.get(address)).body);
    await caller.post(`${address}/like`).send({ liked: false }).expect(200);
    await caller.delete(`${address}/comments/${comments[0]?._id ?? ''}`).expect(204);
    const afterRemoving = await totals();
    await as(kickoff, ann).delete(`/api/pt/posts/${deleted._id}`).expect(204);
    await kickoff.app.get(PostCleanupJob, { strict: false }).run();

    expect(afterAdding).toEqual([]);
    expect(afterRemoving).toEqual([]);
    expect(await totals()).toEqual([]);
    expect(await kickoff.connection.collection('comments').countDocuments()).toBe(0);
  });

  it('posts of a rehearsal do not count in the profile of their author', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch();
    const profile = `/api/user/friend-profile/${ann.username}`;
    const before = await as(kickoff, bob).get(profile);

    const { _id } = await fixture.post(ann, matchId);

    expect((await as(kickoff, bob).get(profile)).body).toEqual(before.body);
    await as(kickoff, ann).delete(`/api/pt/posts/${_id}`).expect(204);
    expect((await as(kickoff, bob).get(profile)).body).toEqual(before.body);
  });
});
