import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';

import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { operationsOf } from './support/operations.js';

describe('NotificationFanoutJob', () => {
  let room: NotificationFixture;

  beforeAll(async () => {
    room = await NotificationFixture.open();
  });
  beforeEach(() => room.createFans());
  afterAll(() => room.kickoff.stop());

  const STORIES_ON = { settings: { hideContact: false, notifications: { story: true } } };

  it('notifies every follower once when another instance resumes an interrupted fan-out', async () => {
    const crowd = await manyFans(room.kickoff, 1_200, () => STORIES_ON);
    await manyFollows(
      room.kickoff,
      crowd.map((by) => ({ by, of: new Types.ObjectId(room.ann.id) })),
    );
    // The second batch fails, as if the instance had died.
    const writer = room.service(NotificationWriter);
    const real = writer.write.bind(writer);
    const write = jest.spyOn(writer, 'write');
    write.mockImplementationOnce(real);
    write.mockRejectedValueOnce(new Error('The instance died'));
    const { _id } = await room.aStoryBy(room.ann);
    await room.fanOut(_id);
    write.mockRestore();
    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ 'target.id': _id })).toBe(500);

    room.kickoff.clock.advance(60_000);
    await room.service(NotificationFanoutJob).resume();
    await room.service(NotificationFanoutJob).start(
      `story:${_id}`,
      { followersOf: room.ann.id },
      {
        kind: 'story',
        group: 'again',
        target: { type: 'story', id: _id },
        actorId: room.ann.id,
      },
    );
    await room.service(NotificationFanoutJob).resume();

    expect(await rows.countDocuments({ 'target.id': _id })).toBe(1_200);
    expect(await rows.countDocuments({ 'target.id': _id, count: 1 })).toBe(1_200);
  });

  it('costs the starting request the same for any number of recipients', async () => {
    const crowd = await manyFans(room.kickoff, 300, () => STORIES_ON);
    const fanouts = room.service(NotificationFanoutJob);
    const resume = jest.spyOn(fanouts, 'resume').mockResolvedValue();
    const cost = () =>
      operationsOf(room.kickoff, () =>
        fanouts.start(
          `story:${new Types.ObjectId().toString()}`,
          { followersOf: room.ann.id },
          { kind: 'story', group: 'g', target: { type: 'story', id: 's' }, actorId: room.ann.id },
        ),
      );

    const few = await cost();
    await manyFollows(
      room.kickoff,
      crowd.map((by) => ({ by, of: new Types.ObjectId(room.ann.id) })),
    );
    const many = await cost();

    // The fan-out's own row is not listed: `operationsOf` leaves out collections of timers.
    expect(few).toEqual([]);
    expect(many).toEqual([]);
    resume.mockRestore();
  });
});
