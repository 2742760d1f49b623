import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Post, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { Holdings } from '../src/accounts/holdings.js';
import { MediaSweep } from '../src/media/media-sweep.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { emptyQueue, newestCase, report, resolve } from './support/case-queue.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { aPostBy } from './support/posts.js';
import { uploadsFolder } from './support/stored-files.js';
import { until } from './support/until.js';

describe('the pictures and videos of a reported thing', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff);
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    await emptyQueue(kickoff);
    alice = await aFan(kickoff);
    post = await aPostWithPicture();
  });
  afterAll(() => kickoff.stop());

  const aPostWithPicture = () => aPostBy(kickoff, alice, 'Look at this', 'image');
  const deletePost = () => as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);
  const publicly = (path = post.image) => asVisitor(kickoff).get(`/api/uploads/${path}`);
  const toAdmins = async (by = ada, place: number | string = 0) =>
    as(kickoff, by).get(
      `/api/admin/reports/${(await newestCase(kickoff, ada))._id}/media/${place}`,
    );
  /** Who keeps copies on the disk. */
  const keepers = () => readdir(join(uploadsFolder(kickoff), 'copies')).catch((): string[] => []);

  it('stay before the admins, and before nobody else, once their author has deleted them', async () => {
    const whole = await publicly().expect(200);
    await report(kickoff, bob, post._id);
    await deletePost();

    const kept = await toAdmins();

    expect(kept.status).toBe(200);
    expect(kept.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
    });
    expect(kept.body).toEqual(whole.body);
    await until(async () => (await publicly()).status === 404 || undefined);
    await publicly(`copies/${(await newestCase(kickoff, ada))._id}/${post.image}`).expect(404);
    expect((await toAdmins(bob)).status).toBe(401);
  });

  it('take no room of their author, who has deleted them', async () => {
    await report(kickoff, bob, post._id);
    await deletePost();

    const usages = kickoff.connection.collection('media_usage');
    const alices = { _id: new Types.ObjectId(alice.id) };
    await until(async () => (await usages.findOne(alices))?.bytes === 0 || undefined);
    expect((await toAdmins()).status).toBe(200);
  });

  it('stay of a story, too', async () => {
    const told = await as(kickoff, alice)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    const story = Story.parse(told.body);
    await report(kickoff, bob, story._id, 'story');
    await as(kickoff, alice).delete(`/api/st/stories/${story._id}`).expect(204);

    expect((await toAdmins()).status).toBe(200);
  });

  it('go with the decision', async () => {
    await report(kickoff, bob, post._id);
    const { _id } = await newestCase(kickoff, ada);
    await deletePost();
    expect(await keepers()).toContain(_id);

    await resolve(kickoff, ada, _id, { action: 'dismiss' }).expect(200);

    expect((await toAdmins()).status).toBe(404);
    expect(await keepers()).not.toContain(_id);
  });

  it('are where they were after a decision that leaves the post', async () => {
    await report(kickoff, bob, post._id);

    await resolve(kickoff, ada, (await newestCase(kickoff, ada))._id, { action: 'dismiss' });

    await publicly().expect(200);
  });

  it("go with their author's account", async () => {
    await report(kickoff, bob, post._id);
    const { _id } = await newestCase(kickoff, ada);
    expect(await keepers()).toContain(_id);

    for (const step of kickoff.app.get(Holdings, { strict: false }).all) {
      await step.removeAllOf(alice.id);
    }

    expect(await keepers()).not.toContain(_id);
  });

  it('are swept where a decision died before they went, and only there', async () => {
    await report(kickoff, bob, post._id);
    const { _id: open } = await newestCase(kickoff, ada);
    await report(kickoff, bob, (await aPostWithPicture())._id);
    const { _id: closed, targetId } = await newestCase(kickoff, ada);
    const cases = kickoff.connection.collection('reports');
    await cases.updateOne(
      { targetId: new Types.ObjectId(targetId) },
      { $set: { state: 'closed' } },
    );
    expect(await keepers()).toEqual(expect.arrayContaining([open, closed]));

    await kickoff.app.get(MediaSweep, { strict: false }).sweep();

    expect(await keepers()).toContain(open);
    expect(await keepers()).not.toContain(closed);
  });

  it.each(['1', '-1', 'x', '0.5', '__proto__'])('are not found at place %s', async (place) => {
    await report(kickoff, bob, post._id);

    expect((await toAdmins(ada, place)).status).toBe(404);
  });
});
