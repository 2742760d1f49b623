import { Types } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan, as, logIn } from './support/callers.js';
import { carriers, EventRoom, untilReceived, newId } from './support/event-room.js';
import type { Listener } from './support/listener.js';
import { until } from './support/until.js';

describe.each(carriers(3))('end of an event stream %s', (_, settings) => {
  let room: EventRoom;

  beforeAll(async () => {
    room = await EventRoom.open(settings);
  });
  afterEach(() => room.empty());
  afterAll(() => room.kickoff.stop());

  it('occurs at logout of its own session only', async () => {
    const other = await logIn(room.kickoff, room.ann);
    const [first, second] = [await room.listens(room.ann), await room.listens(other)];

    await as(room.kickoff, other).post('/api/auth/logout').expect(204);

    await until(() => second.hasEnded || undefined);
    expect(first.hasEnded).toBe(false);
    const last = await room.aPostBy(room.bob);
    await untilReceived(first, last);
  });

  it('occurs when another device ends the session', async () => {
    const other = await logIn(room.kickoff, room.ann);
    const listener = await room.listens(other);
    const sessions = await as(room.kickoff, other).get('/api/user/sessions').expect(200);
    const { _id } = (sessions.body as { _id: string; current: boolean }[]).find(
      ({ current }) => current,
    ) ?? { _id: '' };

    await as(room.kickoff, room.ann).delete(`/api/user/sessions/${_id}`).expect(204);

    await until(() => listener.hasEnded || undefined);
  });

  it('occurs when the password is changed', async () => {
    const cat = await aFan(room.kickoff);
    const listener = await room.listens(cat);

    await as(room.kickoff, cat)
      .post('/api/user/change-password')
      .send({ currentPassword: cat.password, newPassword: 'another good one 77' })
      .expect(200);

    await until(() => listener.hasEnded || undefined);
  });

  it('occurs at the next heartbeat after the session row was deleted', async () => {
    const cat = await aFan(room.kickoff);
    const [listener, other] = [await room.listens(cat), await room.listens(room.ann)];
    await room.kickoff.connection
      .collection('sessions')
      .deleteMany({ ownerId: new Types.ObjectId(cat.id) });

    await room.streams.sendHeartbeats();

    await until(() => listener.hasEnded || undefined);
    expect(other.hasEnded).toBe(false);
  });

  it('occurs for the oldest of more than five streams of a fan', async () => {
    const cat = await aFan(room.kickoff);
    const listeners: Listener[] = [];
    for (let count = 0; count < 5; count += 1) listeners.push(await room.listens(cat));
    const [oldest, ...others] = listeners;

    others.push(await room.listens(cat));

    await until(() => oldest?.hasEnded || undefined);
    const last = await room.aPostBy(room.bob);
    for (const listener of others) await untilReceived(listener, last);
  });

  it('occurs for a client that does not read', async () => {
    const cat = await aFan(room.kickoff);
    const listener = await room.listens(cat);
    listener.stall();
    const before = room.streams.count;

    await until(async () => {
      await room.live.publish(
        'post.created',
        { _id: newId(), user: { _id: room.ann.id, username: 'x'.repeat(100_000) } },
        { to: 'everyone' },
      );
      return room.streams.count < before || undefined;
    });

    expect(room.streams.count).toBeLessThan(before);
  });

  it('is registered when the client disconnects', async () => {
    const before = room.streams.count;
    const listener = await room.listens(room.ann);
    expect(room.streams.count).toBe(before + 1);

    listener.disconnect();

    await until(() => room.streams.count === before || undefined);
  });

  it('occurs at once when the server stops', async () => {
    const other = await room.kickoff.another();
    const listener = await room.listens(room.ann, undefined, other);

    await other.close();

    await until(() => listener.hasEnded || undefined);
  });
});
