import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { as, asVisitor, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { aPicture } from './story-files.js';

export const STORIES = '/api/st/stories';
const HOUR_MS = 60 * 60_000;

/** A story, or the id of one that may not be there. */
type Told = Pick<Story, '_id'>;

/** Sends a story whose file's name and type say nothing. */
export function sendStory(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  fields: Record<string, string>,
  file?: Buffer,
) {
  const call = as(kickoff, by).post(STORIES).field(fields);
  return file ? call.attach('media', file, 'phone.bin') : call;
}

/** Tells a story of one picture. */
export async function aStoryBy(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
): Promise<Story> {
  const answer = await sendStory(kickoff, by, { mediaType: 'image' }, await aPicture()).expect(201);
  return Story.parse(answer.body);
}

/** Puts stories into the database without files, the first the oldest; each a second newer. */
export async function manyStories(
  kickoff: Pick<KickOff, 'connection' | 'clock'>,
  authors: readonly Types.ObjectId[],
  ageMs = HOUR_MS,
): Promise<string[]> {
  const start = kickoff.clock.now().getTime() - ageMs;
  const stories = authors.map((authorId, at) => ({
    _id: new Types.ObjectId(),
    authorId,
    media: `${new Types.ObjectId().toString()}.webp`,
    mediaType: 'image',
    alt: '',
    createdAt: new Date(start + at * 1000),
    expiresAt: new Date(start + at * 1000 + 24 * HOUR_MS),
  }));
  if (stories.length > 0) await kickoff.connection.collection('stories').insertMany(stories);
  return stories.map(({ _id }) => _id.toString());
}

/** Takes all stories out of the database. */
export async function forgetStories({ connection }: Pick<KickOff, 'connection'>): Promise<void> {
  await connection.collection('stories').deleteMany({});
  await connection.collection('story_views').deleteMany({});
}

export async function listedStories(
  kickoff: Pick<KickOff, 'url'>,
  by: Caller,
  query = '',
): Promise<Story[]> {
  const answer = await as(kickoff, by).get(`${STORIES}${query}`).expect(200);
  return z.array(Story).parse(answer.body);
}

export const seeStory = (kickoff: Pick<KickOff, 'url'>, by: Caller, { _id }: Told) =>
  as(kickoff, by).post(`${STORIES}/${_id}/seen`);

export const viewersOf = (kickoff: Pick<KickOff, 'url'>, by: Caller, { _id }: Told) =>
  as(kickoff, by).get(`${STORIES}/${_id}/viewers`);

export const removeStory = (kickoff: Pick<KickOff, 'url'>, by: Caller, { _id }: Told) =>
  as(kickoff, by).delete(`${STORIES}/${_id}`);

export const storyFile = (kickoff: Pick<KickOff, 'url'>, media: string) =>
  asVisitor(kickoff).get(`/api/uploads/stories/${media}`);
