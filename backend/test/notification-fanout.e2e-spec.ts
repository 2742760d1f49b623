import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LiveEvents, Story } from '@kickoff/contracts';
import { mongo, Types } from 'mongoose';

import { MediaRepository } from '../src/media/media.repository.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { NotificationFanoutsRepository } from '../src/notifications/notification-fanouts.repository.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { as } from './support/callers.js';
import { Listener } from './support/listener.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { operationsOf } from './support/operations.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';

describe('NotificationFanoutJob', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const STORIES_ON = { settings: { hideContact: false, notifications: { story: true } } };

  it('notifies every follower once when another instance resumes an interrupted fan-out', async () => {
    const crowd = await manyFans(fixture.kickoff, 1_200, () => STORIES_ON);
    await manyFollows(
      fixture.kickoff,
      crowd.map((by) => ({ by, of: new Types.ObjectId(fixture.ann.id) })),
    );
    // The second batch fails, as if the instance had crashed.
    const writer = fixture.service(NotificationWriter);
    const real = writer.write.bind(writer);
    const write = jest.spyOn(writer, 'write');
    write.mockImplementationOnce(real);
    write.mockRejectedValueOnce(new Error('The instance died'));
    const { _id } = await fixture.aStoryBy(fixture.ann);
    await fixture.fanOut(_id);
    write.mockRestore();
    const rows = fixture.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ 'target.id': _id })).toBe(500);

    fixture.kickoff.clock.advance(60_000);
    await fixture.service(NotificationFanoutJob).resume();
    await fixture.service(NotificationFanoutJob).start(
      `story:${_id}`,
      { followersOf: fixture.ann.id },
      {
        kind: 'story',
        group: 'again',
        target: { type: 'story', id: _id },
        actorId: fixture.ann.id,
      },
    );
    await fixture.service(NotificationFanoutJob).resume();

    expect(await rows.countDocuments({ 'target.id': _id })).toBe(1_200);
    expect(await rows.countDocuments({ 'target.id': _id, count: 1 })).toBe(1_200);
  });

  it('notifies no more followers once the story is deleted', async () => {
    const { kickoff, ann } = fixture;
    const crowd = await manyFans(kickoff, 600, () => STORIES_ON);
    const of = new Types.ObjectId(ann.id);
    await manyFollows(
      kickoff,
      crowd.map((by) => ({ by, of })),
    );
    const writer = fixture.service(NotificationWriter);
    const real = writer.write.bind(writer);
    const write = jest.spyOn(writer, 'write').mockImplementationOnce(async (deliveries) => {
      await real(deliveries);
      const id = deliveries[0]?.request.target.id ?? '';
      await as(kickoff, ann).delete(`/api/st/stories/${id}`).expect(204);
    });

    const { _id } = await fixture.aStoryBy(ann);
    await fixture.fanOut(_id);
    write.mockRestore();

    const rows = kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ 'target.id': _id })).toBe(500);
  });

  it('publishes a moment of a match once when it is written concurrently', async () => {
    const listener = new Listener({ Authorization: `Bearer ${fixture.ann.token}` });
    await listener.connect(fixture.kickoff);
    const target = { type: 'match', id: 'm1' };
    const shared = { group: 'team:m1', target, dedupKey: '1:Goal', text: 'Goal' };
    const writer = fixture.service(NotificationWriter);
    const write = (kind: 'team' | 'match') =>
      writer.write([{ fanId: fixture.ann.id, request: { ...shared, kind } }]);

    await Promise.all([write('team'), write('match'), write('team'), write('match')]);

    expect(await fixture.listOf(fixture.ann)).toMatchObject([{ text: 'Goal', count: 1 }]);
    await fixture.follow(fixture.bob, fixture.ann);
    const received = await until(() => {
      const all = listener.received.filter(({ name }) => name === 'notification');
      const kinds = all.map(({ data }) => LiveEvents.shape.notification.parse(data).kind);
      return kinds.includes('follow') ? kinds : undefined;
    });
    expect(received).toHaveLength(2);
    listener.disconnect();
  });

  it.each([
    [
      'storing the fan-out',
      () => jest.spyOn(fixture.service(NotificationFanoutsRepository), 'insert'),
    ],
    ['marking the file as used', () => jest.spyOn(fixture.service(MediaRepository), 'confirm')],
  ])(
    'notifies the followers once of a story whose request was retried because %s failed',
    async (_, spyOnStep) => {
      const { kickoff, ann, bob } = fixture;
      await fixture.follow(bob, ann);
      await as(kickoff, bob)
        .patch('/api/user/settings')
        .send({ notifications: { story: true } })
        .expect(200);
      const picture = await aPicture(40, 30);
      const send = () =>
        as(kickoff, ann)
          .post('/api/st/stories')
          .set('Idempotency-Key', `story-${ann.id}`)
          .field('mediaType', 'image')
          .attach('media', picture, 'story.png');
      spyOnStep().mockRejectedValueOnce(new mongo.MongoNetworkError('cut'));

      const [failed, retried] = [await send(), await send()];

      expect([failed.status, retried.status]).toEqual([503, 201]);
      const { _id } = Story.parse(retried.body);
      expect(await fixture.listed(bob, 1)).toMatchObject([
        { kind: 'story', target: { type: 'story', id: _id }, count: 1 },
      ]);
    },
  );

  it('starts a fan-out without reading recipients, however many there are', async () => {
    const crowd = await manyFans(fixture.kickoff, 300, () => STORIES_ON);
    const fanouts = fixture.service(NotificationFanoutJob);
    const resume = jest.spyOn(fanouts, 'resume').mockResolvedValue();
    const cost = () =>
      operationsOf(fixture.kickoff, () =>
        fanouts.start(
          `story:${new Types.ObjectId().toString()}`,
          { followersOf: fixture.ann.id },
          {
            kind: 'story',
            group: 'g',
            target: { type: 'story', id: 's' },
            actorId: fixture.ann.id,
          },
        ),
      );

    const few = await cost();
    await manyFollows(
      fixture.kickoff,
      crowd.map((by) => ({ by, of: new Types.ObjectId(fixture.ann.id) })),
    );
    const many = await cost();

    // The fan-out's own row is not listed: `operationsOf` excludes collections of timers.
    expect(few).toEqual([]);
    expect(many).toEqual([]);
    resume.mockRestore();
  });
});
