import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

describe("a fan's own profile", () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  it("answers the signed-in fan's own data", async () => {
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

  it('carries no hash, no number and no bookkeeping', async () => {
    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.text).not.toMatch(/argon2|hash|skeleton|usernameKey|userId|reset/i);
  });

  it('counts the posts the fan has', async () => {
    const post = await as(kickoff, alice).post('/api/pt/posts').field('text', 'One').expect(201);
    await as(kickoff, alice).post('/api/pt/posts').field('text', 'Two').expect(201);
    await as(kickoff, alice)
      .delete(`/api/pt/posts/${Post.parse(post.body)._id}`)
      .expect(204);

    const answer = await as(kickoff, alice).get('/api/user/profile');

    expect(answer.body).toMatchObject({ postsCount: 1 });
  });

  it('needs a session', async () => {
    await asVisitor(kickoff).get('/api/user/profile').expect(401);
  });
});
