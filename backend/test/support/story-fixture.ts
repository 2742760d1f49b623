import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { StoryExpiryJob } from '../../src/stories/story-expiry.job.js';
import { aFan, as, asVisitor, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aStoryBy, sendStory, STORIES } from './stories.js';

const HOUR_MS = 60 * 60_000;

/** A story, or the id of one that may not exist. */
type StoryRef = Pick<Story, '_id'>;

export const idsOf = (stories: readonly StoryRef[]) => stories.map(({ _id }) => _id);

/** Two fans, and all actions on stories. */
export class StoryFixture {
  private constructor(
    readonly kickoff: KickOff,
    readonly alice: Caller,
    readonly bob: Caller,
  ) {}

  static async open(): Promise<StoryFixture> {
    const kickoff = await startKickOff();
    return new StoryFixture(kickoff, await aFan(kickoff), await aFan(kickoff));
  }

  /** Removes all stories for the next test. */
  async begin(): Promise<void> {
    await this.kickoff.connection.collection('stories').deleteMany({});
    await this.kickoff.connection.collection('story_views').deleteMany({});
  }

  /** Uploads a story with a meaningless file name and type. */
  send(by: Caller, fields: Record<string, string>, file?: Buffer) {
    return sendStory(this.kickoff, by, fields, file);
  }

  /** Creates a story with one picture. */
  aStoryBy(by: Caller): Promise<Story> {
    return aStoryBy(this.kickoff, by);
  }

  /** Inserts stories without files, oldest first; each a second newer. */
  async manyStories(authors: readonly Types.ObjectId[], ageMs = HOUR_MS): Promise<string[]> {
    const start = this.kickoff.clock.now().getTime() - ageMs;
    const stories = authors.map((authorId, at) => ({
      _id: new Types.ObjectId(),
      authorId,
      media: `${new Types.ObjectId().toString()}.webp`,
      mediaType: 'image',
      alt: '',
      createdAt: new Date(start + at * 1000),
      expiresAt: new Date(start + at * 1000 + 24 * HOUR_MS),
    }));
    if (stories.length > 0) await this.kickoff.connection.collection('stories').insertMany(stories);
    return stories.map(({ _id }) => _id.toString());
  }

  async listed(by: Caller, query = ''): Promise<Story[]> {
    const answer = await as(this.kickoff, by).get(`${STORIES}${query}`).expect(200);
    return z.array(Story).parse(answer.body);
  }

  see(by: Caller, { _id }: StoryRef) {
    return as(this.kickoff, by).post(`${STORIES}/${_id}/seen`);
  }

  viewersOf(by: Caller, { _id }: StoryRef) {
    return as(this.kickoff, by).get(`${STORIES}/${_id}/viewers`);
  }

  remove(by: Caller, { _id }: StoryRef) {
    return as(this.kickoff, by).delete(`${STORIES}/${_id}`);
  }

  file(media: string) {
    return asVisitor(this.kickoff).get(`/api/uploads/stories/${media}`);
  }

  /** How many rows a collection has. */
  rows(collection: string, filter = {}): Promise<number> {
    return this.kickoff.connection.collection(collection).countDocuments(filter);
  }

  /** Takes away what is over. */
  sweep(): Promise<void> {
    return this.kickoff.app.get(StoryExpiryJob, { strict: false }).sweep();
  }
}
