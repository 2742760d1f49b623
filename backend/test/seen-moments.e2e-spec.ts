import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Post, Rehearsal } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { RehearsalChangeDetector } from '../src/football/rehearsals/rehearsal-change-detector.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { WaitingDeliveriesJob } from '../src/notifications/waiting-deliveries.job.js';
import { aFan, anAdmin, as } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { listedPosts } from './support/posts.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

let fixture: NotificationFixture;

beforeAll(async () => {
  fixture = await NotificationFixture.open();
  fixture.kickoff.clock.stand();
});
afterAll(() => fixture.kickoff.stop());

it('a fan with a delay of 45 s gets posts and notifications of a match 45 s later', async () => {
  const { kickoff } = fixture;
  const [ann, bob, admin] = [await aFan(kickoff), await aFan(kickoff), await anAdmin(kickoff)];
  const form = { league: 'premier_league', matchday: 3, speed: 20, fans: [ann.id, bob.id] };
  const answer = await as(kickoff, admin).post('/api/admin/rehearsals').send(form).expect(201);
  const [match] = Rehearsal.parse(answer.body).matches;
  if (!match) throw new Error('The rehearsal has no match');
  await kickoff.connection
    .collection('users')
    .updateOne({ _id: new Types.ObjectId(ann.id) }, { $set: { fav_team1: match.homeTeam.id } });
  await as(kickoff, ann)
    .put(`/api/user/viewpoints/${encodeURIComponent(match.id)}`)
    .send({ mode: 'delayed', seconds: 45 })
    .expect(200);
  await fixture.service(RehearsalChangeDetector).detect();
  // For the first 45 s after the change of viewpoint, the fan sees no new moment.
  kickoff.clock.advance(60 * SECOND_MS);
  await fixture.service(RehearsalChangeDetector).detect();
  const fanouts = kickoff.connection.collection('notification_fanouts');
  const ofTeam = { 'request.target.id': match.id, 'request.kind': 'team' };
  await until(async () => (await fanouts.findOne(ofTeam)) ?? undefined);
  await fixture.service(NotificationFanoutJob).resume();
  const posted = await as(kickoff, bob)
    .post('/api/pt/posts')
    .field({ text: 'Goal!', matchId: match.id })
    .expect(201);
  const read = async () => {
    await fixture.service(WaitingDeliveriesJob).run();
    const posts = await listedPosts(kickoff, ann, '/api/pt/posts');
    const notifications = await fixture.listOf(ann);
    return [posts.map(({ text }) => text), notifications.map(({ kind }) => kind)];
  };

  expect(await read()).toEqual([[], []]);
  const { _id } = Post.parse(posted.body);
  const one = await as(kickoff, ann).get(`/api/pt/posts/${_id}`).expect(200);
  expect(Post.parse(one.body).spoiler).toBe(true);
  kickoff.clock.advance(44 * SECOND_MS);
  expect((await read())[0]).toEqual([]);
  kickoff.clock.advance(SECOND_MS);
  expect(await read()).toEqual([['Goal!'], ['team']]);
});
