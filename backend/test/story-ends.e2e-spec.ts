import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { StoriesService } from '../src/stories/stories.service.js';
import { idsOf, StoryFixture } from './support/story-fixture.js';
import { until } from './support/until.js';

const DAY_MS = 24 * 60 * 60_000;

describe('expiry of stories', () => {
  let fixture: StoryFixture;

  beforeAll(async () => {
    fixture = await StoryFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const service = () => fixture.kickoff.app.get(StoriesService, { strict: false });

  describe('after 24 hours', () => {
    it('a story is hidden at once, then the sweep deletes its row, file and views', async () => {
      fixture.kickoff.clock.stand();
      const story = await fixture.aStoryBy(fixture.alice);
      await fixture.see(fixture.bob, story).expect(204);
      fixture.kickoff.clock.advance(DAY_MS - 1000);
      expect(await fixture.listed(fixture.bob)).toHaveLength(1);

      fixture.kickoff.clock.advance(1000);

      expect(await fixture.listed(fixture.bob)).toEqual([]);
      expect((await fixture.see(fixture.bob, story)).status).toBe(404);
      expect((await fixture.viewersOf(fixture.alice, story)).status).toBe(404);
      expect((await fixture.remove(fixture.alice, story)).status).toBe(404);
      await fixture.sweep();
      expect([await fixture.rows('stories'), await fixture.rows('story_views')]).toEqual([0, 0]);
      expect((await fixture.file(story.media)).status).toBe(404);
      expect(await fixture.rows('media_files', { _id: story.media })).toBe(0);
    });

    it('a start deletes an expired story that an earlier process left', async () => {
      const story = await fixture.aStoryBy(fixture.alice);
      await fixture.see(fixture.bob, story).expect(204);
      // As if the process had ended right after the story expired.
      await fixture.kickoff.connection
        .collection('stories')
        .updateOne({ _id: new Types.ObjectId(story._id) }, { $set: { expiresAt: new Date(0) } });

      const next = await fixture.kickoff.another();
      await until(async () => (await fixture.rows('stories')) === 0 || undefined);
      await next.close();

      expect([await fixture.rows('stories'), await fixture.rows('story_views')]).toEqual([0, 0]);
      expect((await fixture.file(story.media)).status).toBe(404);
    });

    it('a sweep preserves stories that have not expired, and their files', async () => {
      const story = await fixture.aStoryBy(fixture.alice);

      await fixture.sweep();

      expect(await fixture.listed(fixture.alice)).toEqual([story]);
      expect((await fixture.file(story.media)).status).toBe(200);
    });
  });

  describe('account deletion', () => {
    it("deletes the fan's stories and views, and no stories of other fans", async () => {
      const mine = await fixture.aStoryBy(fixture.alice);
      const theirs = await fixture.aStoryBy(fixture.bob);
      await fixture.see(fixture.alice, theirs).expect(204);
      await fixture.see(fixture.bob, mine).expect(204);
      await fixture.see(fixture.bob, theirs).expect(204);

      await service().removeAllOf(fixture.alice.id);
      await service().removeAllOf(fixture.alice.id);

      expect(idsOf(await fixture.listed(fixture.bob))).toEqual([theirs._id]);
      expect((await fixture.file(mine.media)).status).toBe(404);
      expect((await fixture.file(theirs.media)).status).toBe(200);
      expect(await fixture.rows('story_views')).toBe(1);
    });

    it('exports all current stories of the fan, newest first', async () => {
      const ids = await fixture.manyStories(
        Array.from({ length: 150 }, () => new Types.ObjectId(fixture.alice.id)),
      );
      await fixture.aStoryBy(fixture.bob);

      const exported: Story[] = [];
      for await (const story of service().exportOf(fixture.alice.id)) exported.push(story);

      expect(idsOf(exported)).toEqual(ids.toReversed());
    });
  });
});
