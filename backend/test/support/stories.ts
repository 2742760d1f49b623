import { Story } from '@kickoff/contracts';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';
import { aPicture } from './pictures.js';

export const STORIES = '/api/st/stories';

/** Uploads a story with a meaningless file name and type. */
export function sendStory(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  fields: Record<string, string>,
  file?: Buffer,
) {
  const call = as(kickoff, by).post(STORIES).field(fields);
  return file ? call.attach('media', file, 'phone.bin') : call;
}

/** Creates a story with one picture. */
export async function aStoryBy(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
): Promise<Story> {
  const answer = await sendStory(kickoff, by, { mediaType: 'image' }, await aPicture(9, 16)).expect(
    201,
  );
  return Story.parse(answer.body);
}
