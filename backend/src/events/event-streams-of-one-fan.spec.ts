import { describe, expect, it, jest } from '@jest/globals';

import { Screen, streamsOver, World } from '../../test/support/event-world.js';
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
    const open = async (streams: EventStreamsService) => {
      const screen = new Screen();
      await streams.open(ann, undefined, screen);
      return screen;
    };
    return {
      bus,
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
    const blocks = here['blocks'];
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
    here['words'].matcherOf = () => Promise.resolve(new WordMatcher([toWordPattern('VAR')]));

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
    const follows = here['follows'];
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
      excerptOrigin: { authorIds: ['bob', 'cat'] },
    };
    const hide = (streams: EventStreamsService, fan: string) => {
      streams['blocks'].hiddenFrom = () => Promise.resolve(new Set([fan]));
    };

    it('are not sent when their actor was blocked during the write', async () => {
      const { bus, open, here } = await twoInstances();
      hide(here, 'bob');
      const screen = await open(here);

      await bus.publish(comment);

      expect(screen.received).toEqual([]);
    });

    const muteWord = (streams: EventStreamsService) => {
      const words = new WordMatcher([toWordPattern('VAR')]);
      streams['words'].matcherOf = () => Promise.resolve(words);
    };
    type Change = (streams: EventStreamsService) => void;
    it.each<[name: string, what: string, change: Change]>([
      ['notification', 'nothing has changed', () => undefined],
      ['reset', 'their actor is hidden now', (streams) => hide(streams, 'bob')],
      ['reset', 'the author of their post is hidden now', (streams) => hide(streams, 'cat')],
      ['reset', 'a word of their excerpt is muted now', muteWord],
    ])('are resumed as a %s when %s', async (name, _what, change) => {
      const { bus, here } = await twoInstances();
      const position = bus.position();
      await bus.publish(comment);
      change(here);
      const screen = new Screen();

      await here.open(ann, position, screen);

      expect(screen.received.map((event) => event.name)).toEqual([name]);
    });
  });

  it('does not pause streams when a visibility check finds no change', async () => {
    const { open, here } = await twoInstances();
    const screen = await open(here);
    const loadVisibility = jest.spyOn(here['follows'], 'followedBy');

    await here.reloadAllVisibility();

    expect(loadVisibility).not.toHaveBeenCalled();
    expect(screen.isClosed).toBe(false);
  });
});
