import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LiveEvents, type Post } from '@kickoff/contracts';

import { EventStreamsService } from '../src/events/event-streams.service.js';
import { LiveService } from '../src/live/live.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { withoutNotifications } from './support/operations.js';
import { aPostBy } from './support/posts.js';
import { MatchSights } from './support/match-sights.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe('events of posts about a match', () => {
  let kickoff: KickOff;
  let sights: MatchSights;
  let alice: Caller;
  let bob: Caller;
  let listener: Listener;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    withoutNotifications(kickoff);
    sights = await MatchSights.open(kickoff, await aFan(kickoff));
  });
  beforeEach(async () => {
    sights.seeAllLive();
    [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
  });
  afterEach(() => listener.disconnect());
  afterAll(() => kickoff.stop());

  const now = () => kickoff.clock.now().getTime();
  const delayBy = (seconds: number, mode: 'delayed' | 'replay' = 'delayed') =>
    sights.seeUntil(alice, mode, new Date(now() - seconds * SECOND_MS));
  const deliver = () => kickoff.app.get(EventStreamsService, { strict: false }).deliverMatchPosts();
  const connect = () => new Listener({ Authorization: `Bearer ${alice.token}` }).connect(kickoff);
  /** Publishes a new post about the match at the current time, as the author's request would. */
  async function created(by: Caller): Promise<Post> {
    const post = await aPostBy(kickoff, by, 'Goal!');
    const user = { _id: by.id, username: by.username };
    const match = { id: sights.match.id, atMs: now() };
    await live().publish(
      'post.created',
      { _id: post._id, user },
      { to: 'readersOf', fanId: by.id, match },
    );
    return post;
  }
  const live = () => kickoff.app.get(LiveService, { strict: false });
  /** Waits until all earlier events were received, by publishing one more. */
  async function flush(): Promise<void> {
    const count = listener.receivedNames().filter((name) => name === 'story.created').length;
    const user = { _id: bob.id, username: bob.username };
    await live().publish('story.created', { _id: 'flush', user }, { to: 'everyone' });
    await until(
      () =>
        listener.receivedNames().filter((name) => name === 'story.created').length > count ||
        undefined,
    );
  }
  /** How many events of a post the stream received; the creating request publishes one itself. */
  const received = (name: 'post.created' | 'post.changed', id: string) =>
    listener.received.filter(
      (event) => event.name === name && LiveEvents.shape[name].parse(event.data)._id === id,
    ).length;

  it.each(['delayed', 'replay'] as const)(
    "arrive once at the fan's position, without a new event id, if the match is %s",
    async (mode) => {
      delayBy(45, mode);
      listener = await connect();
      const { _id } = await created(bob);
      await deliver();
      await flush();
      // The post created by the request itself is not about a match.
      expect(received('post.created', _id)).toBe(1);

      kickoff.clock.advance(45 * SECOND_MS);
      delayBy(45, mode);
      const before = listener.lastEventId;
      await Promise.all([deliver(), deliver()]);
      await deliver();

      await until(() => received('post.created', _id) === 2 || undefined);
      expect(listener.lastEventId).toBe(before);
      await flush();
      expect(received('post.created', _id)).toBe(2);
    },
  );

  it('arrive at once for a fan who sees the match live or hides it', async () => {
    listener = await connect();
    const first = await created(bob);
    await until(() => received('post.created', first._id) === 2 || undefined);

    sights.hide(alice);
    await deliver();
    const second = await created(bob);
    await deliver();

    await until(() => received('post.created', second._id) === 2 || undefined);
  });

  it('arrive at once for the author', async () => {
    delayBy(45);
    listener = await connect();
    const { _id } = await created(alice);
    await deliver();

    await until(() => received('post.created', _id) === 2 || undefined);
  });

  it("carry counts when the fan's position reaches them, and none while the match is hidden", async () => {
    const post = await aPostBy(kickoff, bob, 'Come on');
    await sights.setMatch(post, -10);
    delayBy(45);
    listener = await connect();
    const comment = () =>
      as(kickoff, bob).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'Yes' }).expect(200);
    const changes = () => received('post.changed', post._id);
    const other = await new Listener({ Authorization: `Bearer ${bob.token}` }).connect(kickoff);
    const published = (count: number) =>
      until(
        () =>
          other.receivedNames().filter((name) => name === 'post.changed').length === count ||
          undefined,
      );

    await comment();
    await published(1);
    await deliver();
    await flush();
    expect(changes()).toBe(0);
    kickoff.clock.advance(45 * SECOND_MS);
    delayBy(45);
    await deliver();
    await until(() => changes() === 1 || undefined);

    sights.hide(alice);
    await comment();
    await published(2);
    await deliver();
    sights.seeLive(alice);
    await deliver();
    await flush();
    expect(changes()).toBe(1);
    other.disconnect();
  });

  it("arrive after a reconnect as far as the fan's position allows", async () => {
    delayBy(45);
    listener = await connect();
    await flush();
    const position = listener.lastEventId;
    listener.disconnect();
    const { _id } = await created(bob);
    listener = new Listener({ Authorization: `Bearer ${alice.token}` });
    listener.lastEventId = position;
    await listener.connect(kickoff);
    await deliver();
    await flush();
    expect(received('post.created', _id)).toBe(1);

    kickoff.clock.advance(45 * SECOND_MS);
    delayBy(45);
    await deliver();

    await until(() => received('post.created', _id) === 2 || undefined);
  });
});
