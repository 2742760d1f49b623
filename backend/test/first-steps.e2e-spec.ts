import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChosenTeam, FirstSteps, OwnProfile, Post, Team } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { NOT_TEXT } from './support/wrong-types.js';

const STEPS = '/api/user/first-steps';
const NONE = { team: false, follows: 0, post: false, done: false };

describe('first steps of a fan', () => {
  let kickoff: KickOff;
  let others: Caller[];
  let ann: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    others = await Promise.all(Array.from({ length: 4 }, () => aFan(kickoff)));
  });
  beforeEach(async () => {
    ann = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const steps = async (): Promise<FirstSteps> => {
    const answer = await as(kickoff, ann).get(STEPS).expect(200);
    return FirstSteps.strict().parse(answer.body);
  };
  const teams = async (): Promise<Team[]> =>
    z.array(Team).parse((await as(kickoff, ann).get('/api/football/teams').expect(200)).body);
  const chooseTeam = (teamId: unknown) => as(kickoff, ann).put('/api/user/team').send({ teamId });
  const aTeam = async () => {
    const [team] = await teams();
    if (!team) throw new Error('There is no team');
    return team;
  };
  const follow = async (count: number) => {
    for (const { id } of others.slice(0, count))
      await as(kickoff, ann).post(`/api/user/follow/${id}`).expect(200);
  };
  const post = async () => {
    const answer = await as(kickoff, ann).post('/api/pt/posts').field('text', 'Hello').expect(201);
    return Post.parse(answer.body);
  };
  const reachAll = async () => {
    await chooseTeam((await aTeam()).id).expect(200);
    await follow(3);
    return post();
  };

  it('are not done at first', async () => {
    expect(await steps()).toEqual(NONE);
  });

  it('count a team, at most three follows and a post', async () => {
    await chooseTeam((await aTeam()).id).expect(200);
    expect(await steps()).toEqual({ ...NONE, team: true });
    await follow(2);
    await post();
    expect(await steps()).toEqual({ team: true, follows: 2, post: true, done: false });

    await follow(4);

    expect(await steps()).toEqual({ team: true, follows: 3, post: true, done: true });
  });

  it('count a comment as a post, also after its deletion', async () => {
    const answer = await as(kickoff, others[0] ?? ann)
      .post('/api/pt/posts')
      .field('text', 'Well?')
      .expect(201);
    const path = `/api/pt/posts/${Post.parse(answer.body)._id}`;
    const commented = await as(kickoff, ann).post(`${path}/comment`).send({ text: 'Hello' });
    expect(await steps()).toEqual({ ...NONE, post: true });

    const id = Post.parse(commented.body).comments[0]?._id;
    await as(kickoff, ann).delete(`${path}/comments/${id}`).expect(204);

    expect(await steps()).toEqual({ ...NONE, post: true });
  });

  it('stay done after an unfollow and the deletion of the post', async () => {
    const { _id } = await reachAll();
    expect((await steps()).done).toBe(true);

    await as(kickoff, ann).delete(`/api/pt/posts/${_id}`).expect(204);
    await as(kickoff, ann).delete(`/api/user/follow/${others[0]?.id}`).expect(204);

    expect(await steps()).toEqual({ team: true, follows: 2, post: true, done: true });
  });

  it('are done after dismissal, which is idempotent', async () => {
    await as(kickoff, ann).delete(STEPS).expect(204);
    await as(kickoff, ann).delete(STEPS).expect(204);

    expect(await steps()).toEqual({ ...NONE, done: true });
  });

  it('are read by one key per collection without a write', async () => {
    await reachAll();
    await as(kickoff, ann).get(STEPS).expect(200);

    const all = await operationsOf(kickoff, () => as(kickoff, ann).get(STEPS).expect(200));
    const bob = await aFan(kickoff);
    const none = await operationsOf(kickoff, () => as(kickoff, bob).get(STEPS).expect(200));

    expect(all.map(({ collection, examined }) => [collection, examined.keys])).toEqual([
      ['users', 1],
    ]);
    expect(none.map(({ collection, examined }) => [collection, examined.keys])).toEqual([
      ['comments', 0],
      ['users', 1],
    ]);
  });

  it('store the name of the team chosen by id', async () => {
    const team = await aTeam();

    const answer = await chooseTeam(team.id).expect(200);

    expect(ChosenTeam.strict().parse(answer.body)).toEqual({ fav_team1: team.name });
    const profile = await as(kickoff, ann).get('/api/user/profile').expect(200);
    expect(OwnProfile.parse(profile.body).fav_team1).toBe(team.name);
  });

  it.each(['no such team', '', ...NOT_TEXT])('return 400 for the team %j', async (teamId) => {
    expect((await chooseTeam(teamId)).status).toBe(400);
    expect((await steps()).team).toBe(false);
  });

  it.each([
    ['get', STEPS],
    ['delete', STEPS],
    ['put', '/api/user/team'],
  ] as const)('return 401 without a session (%s %s)', async (method, path) => {
    expect((await asVisitor(kickoff)[method](path)).status).toBe(401);
  });
});
