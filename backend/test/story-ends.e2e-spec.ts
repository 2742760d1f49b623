import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { StoriesService } from '../src/stories/stories.service.js';
import { idsOf, StoryRoom } from './support/story-room.js';
import { until } from './support/until.js';

const DAY_MS = 24 * 60 * 60_000;

describe('expiry of stories', () => {
  let room: StoryRoom;

  beforeAll(async () => {
    room = await StoryRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  const service = () => room.kickoff.app.get(StoriesService, { strict: false });

  describe('after 24 hours', () => {
    it('a story is hidden at once, then the sweep deletes its row, file and views', async () => {
      room.kickoff.clock.stand();
      const story = await room.aStoryBy(room.alice);
      await room.see(room.bob, story).expect(204);
      room.kickoff.clock.advance(DAY_MS - 1000);
      expect(await room.listed(room.bob)).toHaveLength(1);

      room.kickoff.clock.advance(1000);

      expect(await room.listed(room.bob)).toEqual([]);
      expect((await room.see(room.bob, story)).status).toBe(404);
      expect((await room.viewersOf(room.alice, story)).status).toBe(404);
      expect((await room.remove(room.alice, story)).status).toBe(404);
      await room.sweep();
      expect([await room.rows('stories'), await room.rows('story_views')]).toEqual([0, 0]);
      expect((await room.file(story.media)).status).toBe(404);
      expect(await room.rows('media_files', { _id: story.media })).toBe(0);
    });

    it('a start deletes an expired story that an earlier process left', async () => {
      const story = await room.aStoryBy(room.alice);
      await room.see(room.bob, story).expect(204);
      // As if the process had ended right after the story expired.
      await room.kickoff.connection
        .collection('stories')
        .updateOne({ _id: new Types.ObjectId(story._id) }, { $set: { expiresAt: new Date(0) } });

      const next = await room.kickoff.another();
      await until(async () => (await room.rows('stories')) === 0 || undefined);
      await next.close();

      expect([await room.rows('stories'), await room.rows('story_views')]).toEqual([0, 0]);
      expect((await room.file(story.media)).status).toBe(404);
    });

    it('a sweep preserves stories that have not expired, and their files', async () => {
      const story = await room.aStoryBy(room.alice);

      await room.sweep();

      expect(await room.listed(room.alice)).toEqual([story]);
      expect((await room.file(story.media)).status).toBe(200);
    });
  });

  describe('account deletion', () => {
    it("deletes the fan's stories and views, and no stories of other fans", async () => {
      const mine = await room.aStoryBy(room.alice);
      const theirs = await room.aStoryBy(room.bob);
      await room.see(room.alice, theirs).expect(204);
      await room.see(room.bob, mine).expect(204);
      await room.see(room.bob, theirs).expect(204);

      await service().removeAllOf(room.alice.id);
      await service().removeAllOf(room.alice.id);

      expect(idsOf(await room.listed(room.bob))).toEqual([theirs._id]);
      expect((await room.file(mine.media)).status).toBe(404);
      expect((await room.file(theirs.media)).status).toBe(200);
      expect(await room.rows('story_views')).toBe(1);
    });

    it('exports all current stories of the fan, newest first', async () => {
      const ids = await room.manyStories(
        Array.from({ length: 150 }, () => new Types.ObjectId(room.alice.id)),
      );
      await room.aStoryBy(room.bob);

      const exported: Story[] = [];
      for await (const story of service().exportOf(room.alice.id)) exported.push(story);

      expect(idsOf(exported)).toEqual(ids.toReversed());
    });
  });
});
