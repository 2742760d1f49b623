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
});
