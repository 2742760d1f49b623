import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import sharp from 'sharp';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

describe('uploads', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  it('keeps a picture of a post and sends it to whoever knows its name', async () => {
    const picture = await sharp({
      create: { width: 700, height: 400, channels: 3, background: 'green' },
    })
      .jpeg()
      .toBuffer();

    const answer = await as(kickoff, alice)
      .post('/api/pt/posts')
      .field('alt', 'The pitch')
      .attach('image', picture, 'pitch.svg');

    const post = Post.parse(answer.body);
    expect(post).toMatchObject({ imageSize: { width: 700, height: 400 }, alt: 'The pitch' });
    const file = await asVisitor(kickoff).get(`/api/uploads/${post.image ?? ''}?w=320`);
    expect({ status: file.status, type: file.headers['content-type'] }).toEqual({
      status: 200,
      type: 'image/webp',
    });
  });
});
