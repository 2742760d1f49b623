import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPostBy } from './support/posts.js';

describe('id in capital letters', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let ada: Caller;
  let postId: string;

  beforeAll(async () => {
    kickoff = await startKickOff();
    [alice, bob, ada] = [await aFan(kickoff), await aFan(kickoff), await anAdmin(kickoff)];
    postId = (await aPostBy(kickoff, bob, 'Goal!'))._id;
  });
  afterAll(() => kickoff.stop());

  it('identifies the same document in a path', async () => {
    const post = await as(kickoff, alice).get(`/api/pt/posts/${postId.toUpperCase()}`).expect(200);
    await as(kickoff, alice).post(`/api/user/follow/${bob.id.toUpperCase()}`).expect(200);
    const fan = await as(kickoff, ada).get(`/api/admin/users/${bob.id.toUpperCase()}`).expect(200);

    expect(post.body).toMatchObject({ _id: postId });
    expect(fan.body).toMatchObject({ _id: bob.id });
  });

  it('identifies the same post in a report', async () => {
    const report = (targetId: string) =>
      as(kickoff, alice)
        .post('/api/reports')
        .send({ targetType: 'post', targetId, reason: 'Spam' });

    const first = await report(postId.toUpperCase());
    const second = await report(postId);

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('identifies the same document in admin lists', async () => {
    const admin = as(kickoff, ada);

    const byId = await admin.get(`/api/admin/posts?q=${postId.toUpperCase()}`).expect(200);
    const byAuthor = await admin.get(`/api/admin/posts?author=${bob.id.toUpperCase()}`).expect(200);
    const log = await admin.get(`/api/admin/audit-log?actor=${ada.id.toUpperCase()}`).expect(200);
    const preview = await admin
      .post('/api/admin/users/bulk/preview')
      .send({ action: 'suspend', ids: [bob.id.toUpperCase()] });

    expect(byId.body).toMatchObject([{ _id: postId }]);
    expect(byAuthor.body).toMatchObject([{ _id: postId }]);
    expect(log.status).toBe(200);
    expect(preview.body).toMatchObject({ selected: 1 });
  });

  it('is invalid with a letter beyond f', async () => {
    const address = `/api/pt/posts/${postId.slice(1).toUpperCase()}G`;

    await as(kickoff, alice).get(address).expect(404);
  });
});
