import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

describe('profile of another fan', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });

  const profile = (username: string, by = alice) =>
    as(kickoff, by).get(`/api/user/friend-profile/${encodeURIComponent(username)}`);

  it('contains the public fields', async () => {
    const answer = await profile(bob.username);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      _id: bob.id,
      username: bob.username,
      email: bob.email,
      phone: '+44 20 7946 0181',
      fav_team1: '',
      fav_player: '',
      profilePicture: '',
      friendsCount: 0,
      followersCount: 0,
      postsCount: 0,
      createdAt: expect.any(String),
      following: false,
      muted: false,
    });
  });

  it('omits email and phone for others when the owner hides them', async () => {
    const shy = await aFan(kickoff, { hideContact: true });

    const seen = await profile(shy.username);

    expect(seen.status).toBe(200);
    expect(Object.keys(seen.body as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(email|phone)$/)]),
    );
    expect(seen.text).not.toContain(shy.email);
    expect((await profile(shy.username, shy)).body).toMatchObject({ email: shy.email });
  });

  it('contains the counts and whether the reader follows or mutes the fan', async () => {
    await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);
    await as(kickoff, alice).post(`/api/user/mute/${bob.id}`).expect(204);
    await as(kickoff, bob).post('/api/pt/posts').field('text', 'Goal!').expect(201);

    expect((await profile(bob.username)).body).toMatchObject({
      following: true,
      muted: true,
      followersCount: 1,
      friendsCount: 0,
      postsCount: 1,
    });
    expect((await profile(alice.username, bob)).body).toMatchObject({
      following: false,
      muted: false,
      friendsCount: 1,
    });
  });

  it('is found in any letter case or Unicode form of the username', async () => {
    const jose = await aFan(kickoff, { username: 'José Marín' });

    for (const written of ['JOSÉ MARÍN', 'José Marín'.normalize('NFD'), 'josé marín']) {
      expect((await profile(written)).body).toMatchObject({ _id: jose.id, username: 'José Marín' });
    }
  });

  it('can be read by its owner', async () => {
    expect((await profile(alice.username)).body).toMatchObject({
      _id: alice.id,
      email: alice.email,
      following: false,
    });
  });

  it('answers 404 on both sides of a block and 200 after it', async () => {
    await as(kickoff, bob).post(`/api/user/block/${alice.id}`).expect(204);

    const refused = await profile(bob.username);

    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ code: 'not_found' });
    await profile(alice.username, bob).expect(404);
    await as(kickoff, bob).delete(`/api/user/block/${alice.id}`).expect(204);
    await profile(bob.username).expect(200);
  });

  it('answers alike for a fan who blocks the reader and an unknown fan', async () => {
    await as(kickoff, bob).post(`/api/user/block/${alice.id}`).expect(204);

    const [blocked, unknown] = [await profile(bob.username), await profile('no such fan')];

    const said = ({ body }: { body: unknown }) => ({ ...(body as object), requestId: '' });
    expect(said(blocked)).toEqual(said(unknown));
  });

  it.each(['nobody', '$where', '.*', '{"$gt":""}', 'a'.repeat(500), '../profile', ' '])(
    'answers 404 for the username %j',
    async (username) => {
      await profile(username).expect(404);
    },
  );

  it('answers 400 for NUL and 401 without a session', async () => {
    await as(kickoff, alice).get('/api/user/friend-profile/a%00b').expect(400);
    await asVisitor(kickoff).get('/api/user/friend-profile/anyone').expect(401);
  });
});
