import { describe, expect, it, jest } from '@jest/globals';

import { Screen, streamsOver, World } from '../../test/support/event-world.js';
import type { SeenLimit, SeenMatches } from '../football/viewpoints/seen-matches.js';
import type { LiveNotification } from '../live/live-message.js';
import { MemoryBus } from '../live/memory-bus.js';
import { toWordPattern, WordMatcher } from '../people/muted-words/word-matcher.js';
import type { EventStreamsService } from './event-streams.service.js';

describe('EventStreamsService with several streams of one fan', () => {
  const ann = { id: 'ann', sessionId: 'ann', audience: 'fan' } as const;
  /** Two instances over one bus. */
  async function twoInstances() {
    const bus = new MemoryBus(() => 0);
    const world = new World(bus, 1);
    const open = async (streams: EventStreamsService, lastEventId?: string) => {
      const screen = new Screen();
      await streams.open(ann, lastEventId, screen);
      return screen;
    };
    return {
      bus,
      world,
      open,
      here: await streamsOver(bus, () => world),
      there: await streamsOver(bus, () => world),
    };
  }
  const areOpen = (screens: readonly Screen[]) => screens.map(({ isClosed }) => !isClosed);

  it('closes the oldest stream beyond five across all instances', async () => {
    const { open, here, there } = await twoInstances();
    const screens = [await open(here), await open(there), await open(here)];
    // The only stream there closes; the streams here must still be counted.
    screens[1]?.destroy();
    for (let more = 0; more < 3; more += 1) screens.push(await open(there));
    expect(areOpen(screens)).toEqual([true, false, true, true, true, true]);

    screens.push(await open(there), await open(here));

    expect(areOpen(screens)).toEqual([false, false, false, true, true, true, true, true]);
  });

  it('does not count streams closed on any instance', async () => {
    const { open, here, there } = await twoInstances();
    const openScreen = await open(here);

    for (let reloads = 0; reloads < 20; reloads += 1) (await open(there)).destroy();

    expect(openScreen.isClosed).toBe(false);
  });

  it('tracks streams only on instances where the fan is connected', async () => {
    const { open, here, there } = await twoInstances();

    for (let streams = 0; streams < 3; streams += 1) await open(there);

    expect(here['fans'].size).toBe(0);
    expect(there['fans'].size).toBe(1);
  });

  it("sends no event of a blocked fan when the block's bus message was lost", async () => {
    const { bus, open, here } = await twoInstances();
    const screen = await open(here);
    const blocks = here['visibility']['blocks'];
    blocks.hiddenFromEach = () => Promise.resolve([new Set(['bob'])]);
    blocks.hiddenFrom = () => Promise.resolve(new Set(['bob']));

    await here.reloadAllVisibility();
    await bus.publish({
      kind: 'event',
      name: 'post.created',
      data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
      audience: { to: 'readersOf', fanId: 'bob' },
    });

    expect(screen.received).toEqual([]);
  });

  it("sends no post with a muted word when the mute's bus message was lost", async () => {
    const { bus, open, here } = await twoInstances();
    const screen = await open(here);
    here['visibility']['words'].matcherOf = () =>
      Promise.resolve(new WordMatcher([toWordPattern('VAR')]));

    await here.reloadAllVisibility();
    const publish = (text: string) =>
      bus.publish({
        kind: 'event',
        name: 'post.created',
        data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
        audience: { to: 'readersOf', fanId: 'bob', texts: [text] },
      });

    await publish('var again');
    expect(screen.received).toEqual([]);
    await publish('Fine');
    expect(screen.received.map(({ name }) => name)).toEqual(['post.created']);
  });

  it("sends events of a followed fan when the follow's bus message was lost", async () => {
    const { bus, open, here } = await twoInstances();
    const screen = await open(here);
    const follows = here['visibility']['follows'];
    follows.countsFollowedBy = () => Promise.resolve(new Map([['ann', 1]]));
    follows.followedBy = () => Promise.resolve(['bob']);

    await here.reloadAllVisibility();
    await bus.publish({
      kind: 'event',
      name: 'story.created',
      data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
      audience: { to: 'followersOf', fanId: 'bob' },
    });

    expect(screen.received.map(({ name }) => name)).toEqual(['story.created']);
  });

  describe('notifications', () => {
    /** A notification to Ann of Bob's comment on a post of Cat. */
    const comment: LiveNotification = {
      kind: 'notification',
      notification: {
        kind: 'comment',
        actors: [{ _id: 'bob', username: 'bob', profilePicture: '' }],
        count: 1,
        target: { type: 'post', id: '1' },
        excerpt: 'VAR again',
        read: false,
        createdAt: new Date(0).toISOString(),
      },
      ids: { ann: '2' },
    };
    const hide = (streams: EventStreamsService, fan: string) => {
      streams['visibility']['blocks'].hiddenFrom = () => Promise.resolve(new Set([fan]));
    };

    it('are not sent when their actor was blocked during the write', async () => {
      const { bus, open, here } = await twoInstances();
      hide(here, 'bob');
      const screen = await open(here);

      await bus.publish(comment);

      expect(screen.received).toEqual([]);
    });
  });

  it('resumes without a state of a post after a newer one', async () => {
    const { bus, open, here } = await twoInstances();
    const position = bus.position();
    for (const version of [3, 2]) {
      await bus.publish({
        kind: 'event',
        name: 'post.changed',
        data: { _id: '1', likesCount: version, commentsCount: 0 },
        audience: { to: 'readersOf', fanId: 'bob', version },
      });
    }

    const screen = await open(here, position);

    expect(screen.received.map(({ name }) => name)).toEqual(['post.changed']);
  });

  it('does not pause streams when a visibility check finds no change', async () => {
    const { open, here } = await twoInstances();
    const screen = await open(here);
    const loadVisibility = jest.spyOn(here['visibility']['follows'], 'followedBy');

    await here.reloadAllVisibility();

    expect(loadVisibility).not.toHaveBeenCalled();
    expect(screen.isClosed).toBe(false);
  });

  describe('of a fan who sees a match later than live', () => {
    const moment = { id: 'match', atMs: 100 };
    /** Two instances for which the fan sees the match up to a moment before that of the posts. */
    async function twoInstancesAt(limit: SeenLimit) {
      const instances = await twoInstances();
      const of: SeenMatches['of'] = () => Promise.resolve(() => Promise.resolve(limit));
      for (const streams of [instances.here, instances.there])
        streams['matchPosts']['seen'].of = of;
      return instances;
    }
    const publishPost = (bus: MemoryBus) =>
      bus.publish({
        kind: 'event',
        name: 'post.created',
        data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
        audience: { to: 'readersOf', fanId: 'bob', match: moment },
      });
    const publishStory = (bus: MemoryBus) =>
      bus.publish({
        kind: 'event',
        name: 'story.created',
        data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
        audience: { to: 'everyone' },
      });
    const namesOf = ({ received }: Screen) => received.map(({ name }) => name);

    it('sends a deferred post after a resume on another instance', async () => {
      const limit = { mode: 'delayed' as const, untilMs: 99 };
      const { bus, open, here, there } = await twoInstancesAt(limit);
      const before = await open(here);
      await publishPost(bus);
      await publishStory(bus);
      before.destroy();

      const screen = await open(there, before.lastEventId);
      await there.deliverMatchPosts();
      expect(namesOf(screen)).toEqual(['reset']);
      limit.untilMs = 100;
      await there.deliverMatchPosts();

      expect(namesOf(screen)).toEqual(['reset', 'post.created']);
    });

    it('resumes on the same instance without a reset', async () => {
      const limit = { mode: 'delayed' as const, untilMs: 99 };
      const { bus, open, here } = await twoInstancesAt(limit);
      const before = await open(here);
      await publishPost(bus);
      await publishStory(bus);
      before.destroy();
      await here.deliverMatchPosts();

      const screen = await open(here, before.lastEventId);
      limit.untilMs = 100;
      await here.deliverMatchPosts();

      expect(namesOf(screen)).toEqual(['post.created']);
    });

    it('sends a reset after a resume on the first instance again', async () => {
      const { open, here, there } = await twoInstancesAt({ mode: 'delayed', untilMs: 99 });
      (await open(here)).destroy();
      const before = await open(there);
      before.destroy();

      expect(namesOf(await open(here, before.lastEventId))).toEqual(['reset']);
    });

    it('sends a post that was created before the stream was opened', async () => {
      const limit = { mode: 'delayed' as const, untilMs: 99 };
      const { bus, open, here } = await twoInstancesAt(limit);
      await publishPost(bus);

      const screen = await open(here);
      limit.untilMs = 100;
      await here.deliverMatchPosts();

      expect(namesOf(screen)).toEqual(['post.created']);
    });

    it('sends no post that was deleted before the moment', async () => {
      const limit = { mode: 'delayed' as const, untilMs: 99 };
      const { bus, open, here } = await twoInstancesAt(limit);
      const before = await open(here);
      await publishPost(bus);
      await bus.publish({
        kind: 'event',
        name: 'post.changed',
        data: { _id: '1', likesCount: 0, commentsCount: 0, deleted: true },
        audience: { to: 'readersOf', fanId: 'bob' },
      });
      const after = await open(here);

      limit.untilMs = 100;
      await here.deliverMatchPosts();

      expect([namesOf(before), namesOf(after)]).toEqual([['post.changed'], []]);
    });

    it('sends a reset at the moment of posts beyond those that are stored', async () => {
      const limit = { mode: 'delayed' as const, untilMs: 99 };
      const { bus, open, here, there } = await twoInstancesAt(limit);
      const screen = await open(here);
      for (let posts = 0; posts < 201; posts += 1) await publishPost(bus);
      await here.deliverMatchPosts();
      const later = await open(there);
      await there.deliverMatchPosts();
      expect([...namesOf(screen), ...namesOf(later)]).toEqual([]);

      limit.untilMs = 100;
      for (const streams of [here, there, here, there]) await streams.deliverMatchPosts();

      expect([namesOf(screen), namesOf(later)]).toEqual([['reset'], ['reset']]);
    });

    it('sends no post from the change of the viewpoint on', async () => {
      const { bus, open, here, world } = await twoInstances();
      const screen = await open(here);
      await bus.publish({ kind: 'viewpoints', fanIds: [ann.id] });

      await publishPost(bus);
      await world.settle();

      expect(namesOf(screen)).toEqual([]);
    });

    it('sends no post after a change of the viewpoint during a check', async () => {
      const { bus, open, here, world } = await twoInstances();
      const screen = await open(here);
      here['matchPosts']['seen'].of = async () => {
        await bus.publish({ kind: 'viewpoints', fanIds: [ann.id] });
        return undefined;
      };
      await here.deliverMatchPosts();

      await publishPost(bus);
      await world.settle();

      expect(namesOf(screen)).toEqual([]);
    });
  });
});
