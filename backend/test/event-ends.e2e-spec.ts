import { Types } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan, as, logIn } from './support/callers.js';
import { carriers, EventFixture, untilReceived, newId } from './support/event-fixture.js';
import type { Listener } from './support/listener.js';
import { until } from './support/until.js';

describe.each(carriers(3))('end of an event stream %s', (_, settings) => {
  let fixture: EventFixture;

  beforeAll(async () => {
    fixture = await EventFixture.open(settings);
  });
  afterEach(() => fixture.empty());
  afterAll(() => fixture.kickoff.stop());

  it('occurs at logout of its own session only', async () => {
    const other = await logIn(fixture.kickoff, fixture.ann);
    const [first, second] = [await fixture.listens(fixture.ann), await fixture.listens(other)];

    await as(fixture.kickoff, other).post('/api/auth/logout').expect(204);

    await until(() => second.hasEnded || undefined);
    expect(first.hasEnded).toBe(false);
    const last = await fixture.aPostBy(fixture.bob);
    await untilReceived(first, last);
  });

  it('occurs when another device ends the session', async () => {
    const other = await logIn(fixture.kickoff, fixture.ann);
    const listener = await fixture.listens(other);
    const sessions = await as(fixture.kickoff, other).get('/api/user/sessions').expect(200);
    const { _id } = (sessions.body as { _id: string; current: boolean }[]).find(
      ({ current }) => current,
    ) ?? { _id: '' };

    await as(fixture.kickoff, fixture.ann).delete(`/api/user/sessions/${_id}`).expect(204);

    await until(() => listener.hasEnded || undefined);
  });

  it('occurs when the password is changed', async () => {
    const cat = await aFan(fixture.kickoff);
    const listener = await fixture.listens(cat);

    await as(fixture.kickoff, cat)
      .post('/api/user/change-password')
      .send({ currentPassword: cat.password, newPassword: 'another good one 77' })
      .expect(200);

    await until(() => listener.hasEnded || undefined);
  });

  it('occurs at the next heartbeat after the session row was deleted', async () => {
    const cat = await aFan(fixture.kickoff);
    const [listener, other] = [await fixture.listens(cat), await fixture.listens(fixture.ann)];
    await fixture.kickoff.connection
      .collection('sessions')
      .deleteMany({ ownerId: new Types.ObjectId(cat.id) });

    await fixture.streams.sendHeartbeats();

    await until(() => listener.hasEnded || undefined);
    expect(other.hasEnded).toBe(false);
  });

  it('occurs for the oldest of more than five streams of a fan', async () => {
    const cat = await aFan(fixture.kickoff);
    const listeners: Listener[] = [];
    for (let count = 0; count < 5; count += 1) listeners.push(await fixture.listens(cat));
    const [oldest, ...others] = listeners;

    others.push(await fixture.listens(cat));

    await until(() => oldest?.hasEnded || undefined);
    const last = await fixture.aPostBy(fixture.bob);
    for (const listener of others) await untilReceived(listener, last);
  });

  it('occurs for a client that does not read', async () => {
    const cat = await aFan(fixture.kickoff);
    const listener = await fixture.listens(cat);
    listener.stall();
    const before = fixture.streams.count;

    await until(async () => {
      await fixture.live.publish(
        'post.created',
        { _id: newId(), user: { _id: fixture.ann.id, username: 'x'.repeat(100_000) } },
        { to: 'everyone' },
      );
      return fixture.streams.count < before || undefined;
    });

    expect(fixture.streams.count).toBeLessThan(before);
  });

  it('is registered when the client disconnects', async () => {
    const before = fixture.streams.count;
    const listener = await fixture.listens(fixture.ann);
    expect(fixture.streams.count).toBe(before + 1);

    listener.disconnect();

    await until(() => fixture.streams.count === before || undefined);
  });

  it('occurs at once when the server stops', async () => {
    const other = await fixture.kickoff.another();
    const listener = await fixture.listens(fixture.ann, undefined, other);

    await other.close();

    await until(() => listener.hasEnded || undefined);
  });
});
