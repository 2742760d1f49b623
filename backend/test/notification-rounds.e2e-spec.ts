import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';

import { NotificationRounds } from '../src/notifications/notification-rounds.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { NotificationRoom } from './support/notification-room.js';
import { operationsOf } from './support/operations.js';

describe('notifications to many fans', () => {
  let room: NotificationRoom;

  beforeAll(async () => {
    room = await NotificationRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  const NOT_YET = { settings: { hideContact: false, notifications: { story: true } } };

  it('reach every follower from whichever instance lives, once', async () => {
    const crowd = await manyFans(room.kickoff, 1_200, () => NOT_YET);
    await manyFollows(
      room.kickoff,
      crowd.map((by) => ({ by, of: new Types.ObjectId(room.ann.id) })),
    );
    // The first one breaks off on its way, as if its instance had died.
    const writer = room.service(NotificationWriter);
    const real = writer.write.bind(writer);
    const write = jest.spyOn(writer, 'write');
    write.mockImplementationOnce(real);
    write.mockRejectedValueOnce(new Error('The instance died'));
    const { _id } = await room.aStoryBy(room.ann);
    await room.service(NotificationRounds).carryOn();
    write.mockRestore();
    const rows = room.kickoff.connection.collection('notifications');
    expect(await rows.countDocuments({ 'target.id': _id })).toBe(500);

    room.kickoff.clock.advance(60_000);
    await room.service(NotificationRounds).carryOn();
    await room.service(NotificationRounds).begin(
      `story:${_id}`,
      { followersOf: room.ann.id },
      {
        kind: 'story',
        group: 'again',
        target: { type: 'story', id: _id },
        actorId: room.ann.id,
      },
    );
    await room.service(NotificationRounds).carryOn();

    expect(await rows.countDocuments({ 'target.id': _id })).toBe(1_200);
    expect(await rows.countDocuments({ 'target.id': _id, count: 1 })).toBe(1_200);
  });

  it('cost the call that caused them the same however many they are', async () => {
    const crowd = await manyFans(room.kickoff, 300, () => NOT_YET);
    const rounds = room.service(NotificationRounds);
    const carryOn = jest.spyOn(rounds, 'carryOn').mockResolvedValue();
    const cost = () =>
      operationsOf(room.kickoff, () =>
        rounds.begin(
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

    // Nothing beside the row of the round, which is told apart as what runs by the clock.
    expect(few).toEqual([]);
    expect(many).toEqual([]);
    carryOn.mockRestore();
  });
});
