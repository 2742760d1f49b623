import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { StoriesService } from '../src/stories/stories.service.js';
import { StorySweep } from '../src/stories/story-sweep.js';
import { aFan, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import {
  aStoryBy,
  forgetStories,
  listedStories,
  manyStories,
  removeStory,
  seeStory,
  storyFile,
  viewersOf,
} from './support/stories.js';

const DAY_MS = 24 * 60 * 60_000;

describe('stories', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(() => forgetStories(kickoff));

  const idsOf = (stories: readonly { _id: string }[]) => stories.map(({ _id }) => _id);
  const rows = (collection: string, filter = {}) =>
    kickoff.connection.collection(collection).countDocuments(filter);
  const sweep = () => kickoff.app.get(StorySweep, { strict: false }).sweep();
  const service = () => kickoff.app.get(StoriesService, { strict: false });

  describe('after 24 hours', () => {
    it('a story is over for everyone at once, and then row, file and views are gone', async () => {
      const story = await aStoryBy(kickoff, alice);
      await seeStory(kickoff, bob, story).expect(204);
      kickoff.clock.advance(DAY_MS - 1000);
      expect(await listedStories(kickoff, bob)).toHaveLength(1);

      kickoff.clock.advance(1000);

      expect(await listedStories(kickoff, bob)).toEqual([]);
      expect((await seeStory(kickoff, bob, story)).status).toBe(404);
      expect((await viewersOf(kickoff, alice, story)).status).toBe(404);
      expect((await removeStory(kickoff, alice, story)).status).toBe(404);
      await sweep();
      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect((await storyFile(kickoff, story.media)).status).toBe(404);
      expect(await rows('media_files', { _id: story.media })).toBe(0);
    });

    it('a start finishes what an earlier process left half-way', async () => {
      const story = await aStoryBy(kickoff, alice);
      await seeStory(kickoff, bob, story).expect(204);
      // As if the process had ended right after the story was over.
      await kickoff.connection
        .collection('stories')
        .updateOne({ _id: new Types.ObjectId(story._id) }, { $set: { expiresAt: new Date(0) } });

      const next = await kickoff.another();
      await next.close();

      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect((await storyFile(kickoff, story.media)).status).toBe(404);
    });

    it('a sweep leaves living stories and their files alone', async () => {
      const story = await aStoryBy(kickoff, alice);

      await sweep();

      expect(await listedStories(kickoff, alice)).toEqual([story]);
      expect((await storyFile(kickoff, story.media)).status).toBe(200);
    });
  });

  describe('when a fan goes', () => {
    it("takes the fan's stories and what the fan has seen away, and nothing of others", async () => {
      const mine = await aStoryBy(kickoff, alice);
      const theirs = await aStoryBy(kickoff, bob);
      await seeStory(kickoff, alice, theirs).expect(204);
      await seeStory(kickoff, bob, mine).expect(204);
      await seeStory(kickoff, bob, theirs).expect(204);

      await service().removeAllOf(alice.id);
      await service().removeAllOf(alice.id);

      expect(idsOf(await listedStories(kickoff, bob))).toEqual([theirs._id]);
      expect((await storyFile(kickoff, mine.media)).status).toBe(404);
      expect((await storyFile(kickoff, theirs.media)).status).toBe(200);
      expect(await rows('story_views')).toBe(1);
    });

    it('hands out all living stories of the fan, newest first', async () => {
      const ids = await manyStories(
        kickoff,
        Array.from({ length: 150 }, () => new Types.ObjectId(alice.id)),
      );
      await aStoryBy(kickoff, bob);

      const handed: Story[] = [];
      for await (const story of service().exportOf(alice.id)) handed.push(story);

      expect(idsOf(handed)).toEqual(ids.toReversed());
    });
  });
});
