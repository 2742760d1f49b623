import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { as, type Caller } from './support/callers.js';
import { namesOf, NotificationFixture } from './support/notification-fixture.js';

describe('quote notifications', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const quote = async (by: Caller, key?: string) => {
    const call = as(fixture.kickoff, by).post('/api/pt/posts').field('text', 'Look');
    if (key !== undefined) call.set('Idempotency-Key', key);
    return Post.parse((await call.field('quote', fixture.post._id).expect(201)).body);
  };

  it('notifies the quoted author with the quoting post as the target', async () => {
    const quoting = await quote(fixture.bob);

    const [only] = await fixture.listed(fixture.ann, 1);
    expect(only).toMatchObject({
      kind: 'quote',
      target: { type: 'post', id: quoting._id },
      count: 1,
      read: false,
    });
    expect(only && namesOf(only)).toEqual([fixture.bob.username]);
  });

  it('notifies once when the request is repeated with its idempotency key', async () => {
    const key = `quote-${fixture.post._id}`;
    await quote(fixture.bob, key);
    await quote(fixture.bob, key);
    await fixture.flush(fixture.ann);

    expect(await fixture.listOf(fixture.ann)).toMatchObject([{ kind: 'quote', count: 1 }]);
  });

  it('does not notify a fan who quotes their own post', async () => {
    await quote(fixture.ann);
    await fixture.flush(fixture.ann);

    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });

  it('does not notify an author who mutes the quoting fan', async () => {
    await as(fixture.kickoff, fixture.ann).post(`/api/user/mute/${fixture.bob.id}`).expect(204);

    await quote(fixture.bob);
    await fixture.flush(fixture.ann);

    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });

  it('does not notify an author who has switched quotes off', async () => {
    await as(fixture.kickoff, fixture.ann)
      .patch('/api/user/settings')
      .send({ notifications: { quote: false } })
      .expect(200);

    await quote(fixture.bob);
    await fixture.flush(fixture.ann);

    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });

  it('deletes the notification with the quoting post', async () => {
    const quoting = await quote(fixture.bob);
    await fixture.listed(fixture.ann, 1);

    await as(fixture.kickoff, fixture.bob).delete(`/api/pt/posts/${quoting._id}`).expect(204);
    await fixture.service(PostCleanupJob).run();

    expect(await fixture.listOf(fixture.ann)).toEqual([]);
  });
});
