import { expect } from '@jest/globals';
import { LeagueData, type Post } from '@kickoff/contracts';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { aPicture } from './pictures.js';
import { vote } from './polls.js';
import { aStoryBy } from './stories.js';
import { until } from './until.js';
import { postWith } from './uploads.js';

let number = 0;

export const aPictureBy = async (kickoff: KickOff, fan: Caller) =>
  postWith(kickoff, fan, { image: await aPicture(40, 30) }, { alt: 'The pitch' });

export const like = (kickoff: KickOff, by: Caller, { _id }: Post) =>
  as(kickoff, by).post(`/api/pt/posts/${_id}/like`).send({ liked: true }).expect(200);

export const comment = (kickoff: KickOff, by: Caller, { _id }: Post) =>
  as(kickoff, by)
    .post(`/api/pt/posts/${_id}/comment`)
    .set('Idempotency-Key', `comment-${(number += 1)}-of-test`)
    .send({ text: 'What a match' })
    .expect(200);

export const calendarOf = (kickoff: KickOff, fan: Caller) =>
  as(kickoff, fan).get('/api/football/calendar').expect(200);

export const report = (kickoff: KickOff, by: Caller, targetType: string, targetId: string) =>
  as(kickoff, by)
    .post('/api/reports')
    .set('Idempotency-Key', `report-${(number += 1)}-of-test`)
    .send({ targetType, targetId, reason: 'Spoils the match' })
    .expect(201);

async function alertOf(kickoff: KickOff, fan: Caller) {
  const answer = await as(kickoff, fan).get('/api/football?league=la_liga').expect(200);
  const match = LeagueData.parse(answer.body).matches.find(({ status }) => status === 'SCHEDULED');
  await as(kickoff, fan).put(`/api/user/alerts/${match?.id}`).send({ goals: true }).expect(200);
}

async function viewpointsOf(kickoff: KickOff, fan: Caller) {
  const answer = await as(kickoff, fan).get('/api/football?league=la_liga').expect(200);
  const [match] = LeagueData.parse(answer.body).matches;
  await as(kickoff, fan)
    .put(`/api/user/viewpoints/${match?.id}`)
    .send({ mode: 'hidden' })
    .expect(200);
  await as(kickoff, fan)
    .put('/api/user/shield')
    .send({ leagues: ['la_liga'] })
    .expect(200);
}

/** Creates every kind of data that a fan can have, and some in another fan's rows and posts. */
export async function live(kickoff: KickOff, fan: Caller, other: Caller, theirs: Post) {
  await calendarOf(kickoff, fan);
  const own = await aPictureBy(kickoff, fan);
  for (const [who, post] of [
    [fan, theirs],
    [other, own],
    [other, theirs],
  ] as const) {
    await like(kickoff, who, post);
    await comment(kickoff, who, post);
  }
  await vote(kickoff, fan, theirs, 0).expect(200);
  for (const [teller, viewer] of [
    [fan, other],
    [other, fan],
  ] as const) {
    const story = await aStoryBy(kickoff, teller);
    await as(kickoff, viewer).post(`/api/st/stories/${story._id}/seen`).expect(204);
    await as(kickoff, viewer)
      .post(`/api/st/stories/${story._id}/reply`)
      .set('Idempotency-Key', `reply-${(number += 1)}-of-test`)
      .send({ text: 'Great picture' })
      .expect(204);
  }
  await as(kickoff, fan).post(`/api/user/follow/${other.id}`).expect(200);
  await as(kickoff, other).post(`/api/user/follow/${fan.id}`).expect(200);
  await as(kickoff, fan).post(`/api/user/mute/${other.id}`).expect(204);
  await as(kickoff, fan).put(`/api/pt/posts/${theirs._id}/saved`).expect(204);
  await as(kickoff, fan)
    .put('/api/user/muted-words')
    .send([{ word: 'VAR' }])
    .expect(200);
  await alertOf(kickoff, fan);
  await viewpointsOf(kickoff, fan);
  await as(kickoff, other).post(`/api/user/mute/${fan.id}`).expect(204);
  await report(kickoff, fan, 'post', theirs._id);
  await report(kickoff, other, 'user', fan.id);
}

/** The collections in which anything names a fan. */
export async function tracesOf(kickoff: KickOff, { id }: Caller): Promise<string[]> {
  const collections = await kickoff.connection.listCollections();
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const rows = await kickoff.connection.collection(name).find().toArray();
      return JSON.stringify(rows).includes(id) ? [name] : [];
    }),
  );
  return found.flat().sort();
}

/** Bounds a removal that hangs, not a slow one: it has a step for each collection. */
const REMOVAL_MS = 30_000;

/** Data written after a response may still be in flight, and is removed when it arrives. */
export async function expectTraces(kickoff: KickOff, fan: Caller, collections: string[]) {
  await until(async () => {
    expect(await tracesOf(kickoff, fan)).toEqual(collections);
    return true;
  }, REMOVAL_MS);
}
