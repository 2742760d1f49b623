import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { as, type Caller } from './support/callers.js';
import { namesOf, NotificationFixture } from './support/notification-fixture.js';

describe('notifications of quotes', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  const quote = async (by: Caller, key?: string) => {
    const call = as(room.kickoff, by).post('/api/pt/posts').field('text', 'Look');
    if (key !== undefined) call.set('Idempotency-Key', key);
    return Post.parse((await call.field('quote', room.post._id).expect(201)).body);
  };

  it('lead the quoted author to the new post', async () => {
    const quoting = await quote(room.bob);

    const [only] = await room.listed(room.ann, 1);
    expect(only).toMatchObject({
      kind: 'quote',
      target: { type: 'post', id: quoting._id },
      count: 1,
      read: false,
    });
    expect(only && namesOf(only)).toEqual([room.bob.username]);
  });

  it('are sent once when the request is repeated with its key', async () => {
    const key = `quote-${room.post._id}`;
    await quote(room.bob, key);
    await quote(room.bob, key);
    await room.flush(room.ann);

    expect(await room.listOf(room.ann)).toMatchObject([{ kind: 'quote', count: 1 }]);
  });

  it('are not sent for a quote of an own post', async () => {
    await quote(room.ann);
    await room.flush(room.ann);

    expect(await room.listOf(room.ann)).toEqual([]);
  });

  it('are not sent to an author who mutes the quoting fan', async () => {
    await as(room.kickoff, room.ann).post(`/api/user/mute/${room.bob.id}`).expect(204);

    await quote(room.bob);
    await room.flush(room.ann);

    expect(await room.listOf(room.ann)).toEqual([]);
  });

  it('are not sent to an author who has switched them off', async () => {
    await as(room.kickoff, room.ann)
      .patch('/api/user/settings')
      .send({ notifications: { quote: false } })
      .expect(200);

    await quote(room.bob);
    await room.flush(room.ann);

    expect(await room.listOf(room.ann)).toEqual([]);
  });

  it('are removed with the quoting post', async () => {
    const quoting = await quote(room.bob);
    await room.listed(room.ann, 1);

    await as(room.kickoff, room.bob).delete(`/api/pt/posts/${quoting._id}`).expect(204);
    await room.service(PostCleanupJob).run();

    expect(await room.listOf(room.ann)).toEqual([]);
  });
});
