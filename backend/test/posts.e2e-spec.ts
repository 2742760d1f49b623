import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

describe('posts', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
    bob = await aFan(kickoff, { username: 'bob' });
  });
  afterAll(() => kickoff.stop());

  async function aPost(by: Caller, text: string): Promise<Post> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', text);
    expect(answer.status).toBe(201);
    return Post.parse(answer.body);
  }

  it("shows a fan's post on top of another fan's feed", async () => {
    const post = await aPost(alice, 'Ninety-third minute. No voice left. ⚽');

    const answer = await as(kickoff, bob).get('/api/pt/posts?limit=20');

    const [first] = z.array(Post).parse(answer.body);
    expect(first).toEqual(post);
    expect(first?.user.username).toBe('alice');
  });

  it('refuses a post of blanks', async () => {
    const answer = await as(kickoff, alice).post('/api/pt/posts').field('text', ' \u200b\n');

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'A post needs text, an image or a video',
      code: 'invalid_input',
    });
  });

  it('refuses to delete a post of another fan', async () => {
    const post = await aPost(alice, 'Mine');

    const answer = await as(kickoff, bob).delete(`/api/pt/posts/${post._id}`);

    expect(answer.status).toBe(403);
    await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(200);
  });

  it('walks the whole feed by the Link header, nothing twice and nothing left out', async () => {
    for (let number = 1; number <= 5; number += 1) await aPost(alice, `Number ${number}`);
    const all = z.array(Post).parse((await as(kickoff, bob).get('/api/pt/posts')).body);

    const walked: string[] = [];
    let next: string | undefined = '/api/pt/posts?limit=2';
    while (next) {
      const answer = await as(kickoff, bob).get(next);
      walked.push(
        ...z
          .array(Post)
          .parse(answer.body)
          .map((post) => post._id),
      );
      next = /^<(.*)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1];
    }

    expect(walked).toEqual(all.map((post) => post._id));
  });

  const listed = async (address: string) =>
    z.array(Post).parse((await as(kickoff, bob).get(address)).body);

  it("lists one fan's posts by name, however it is written", async () => {
    const post = await aPost(bob, 'By bob');
    await aPost(alice, 'By alice');

    const posts = await listed('/api/pt/posts?author=BOB');

    expect(posts[0]).toEqual(post);
    expect(new Set(posts.map(({ user }) => user.username))).toEqual(new Set(['bob']));
  });

  it('answers 404 for the posts of a fan who does not exist', async () => {
    await as(kickoff, bob).get('/api/pt/posts?author=nobody').expect(404);
  });

  it('lists my own posts at fposts, newest first', async () => {
    const first = await aPost(bob, 'First');
    const second = await aPost(bob, 'Second');

    expect((await listed('/api/user/fposts?limit=2')).map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ]);
  });

  it.each(['/api/pt/posts', '/api/user/posts'])('deletes a post of mine by %s', async (address) => {
    const post = await aPost(bob, 'Gone soon');

    const answer = await as(kickoff, bob).delete(`${address}/${post._id}`);

    expect(answer.status).toBe(address === '/api/user/posts' ? 200 : 204);
    if (answer.status === 200) expect(answer.body).toEqual({ message: 'Post deleted' });
    await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(404);
    await as(kickoff, bob).delete(`${address}/${post._id}`).expect(404);
  });

  it('counts a post that is deleted twice at once only once', async () => {
    const carol = await aFan(kickoff, { username: 'carol' });
    const post = await aPost(carol, 'Once');
    await aPost(carol, 'Stays');

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => as(kickoff, carol).delete(`/api/pt/posts/${post._id}`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    const profile = await as(kickoff, carol).get('/api/user/profile');
    expect(profile.body).toMatchObject({ postsCount: 1 });
  });

  it.each([
    ['a limit of 0', 'limit=0'],
    ['a limit of 101', 'limit=101'],
    ['a limit that is no number', 'limit=ten'],
    ['a fraction', 'limit=1.5'],
    ['a made-up cursor', 'cursor=abc'],
    ['an empty cursor', 'cursor='],
    ['too many likes', 'likes=21'],
  ])('refuses %s with 400', async (_what, query) => {
    expect((await as(kickoff, bob).get(`/api/pt/posts?${query}`)).status).toBe(400);
  });

  it('refuses a cursor that was changed, and the cursor of another list', async () => {
    await aPost(alice, 'One');
    await aPost(alice, 'Two');
    const answer = await as(kickoff, bob).get('/api/pt/posts?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';
    const changed = cursor.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));

    expect((await as(kickoff, bob).get(`/api/pt/posts?cursor=${cursor}`)).status).toBe(200);
    expect((await as(kickoff, bob).get(`/api/pt/posts?cursor=${changed}`)).status).toBe(400);
    expect((await as(kickoff, bob).get(`/api/user/fposts?cursor=${cursor}`)).status).toBe(400);
  });
});
