import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnProfile, Post } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';

describe('GET /api/user/profile', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  it('returns the data of the signed-in fan', async () => {
    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      _id: alice.id,
      username: 'alice',
      email: alice.email,
      phone: '+44 20 7946 0181',
      fav_team1: '',
      fav_player: '',
      profilePicture: '',
      friends: [],
      postsCount: 0,
    });
  });

  it('returns no hash and no internal field', async () => {
    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.text).not.toMatch(/argon2|hash|skeleton|usernameKey|userId|reset/i);
  });

  it('counts only posts that are not deleted', async () => {
    const post = await as(kickoff, alice).post('/api/pt/posts').field('text', 'One').expect(201);
    await as(kickoff, alice).post('/api/pt/posts').field('text', 'Two').expect(201);
    await as(kickoff, alice)
      .delete(`/api/pt/posts/${Post.parse(post.body)._id}`)
      .expect(204);

    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.body).toMatchObject({ postsCount: 1 });
  });

  it('lists friends newest first, and counts friends and followers', async () => {
    const [bob, carol] = [await aFan(kickoff), await aFan(kickoff)];
    for (const { id } of [bob, carol]) {
      await as(kickoff, alice).post(`/api/user/follow/${id}`).expect(200);
    }
    await as(kickoff, bob).post(`/api/user/follow/${alice.id}`).expect(200);

    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.body).toMatchObject({
      friends: [
        { _id: carol.id, username: carol.username },
        { _id: bob.id, username: bob.username },
      ],
      friendsCount: 2,
      followersCount: 1,
    });
  });

  it('lists only the newest 200 friends', async () => {
    const dave = await aFan(kickoff);
    const many = await manyFans(kickoff, 201);
    await manyFollows(
      kickoff,
      many.map((of) => ({ by: new Types.ObjectId(dave.id), of })),
    );

    const answer = await as(kickoff, dave).get('/api/user/profile');

    const { friends } = OwnProfile.parse(answer.body);
    expect(friends.map(({ _id }) => _id)).toEqual(many.slice(1).map(String).reverse());
  });

  it('answers 401 without a session', async () => {
    await asVisitor(kickoff).get('/api/user/profile').expect(401);
  });
});
