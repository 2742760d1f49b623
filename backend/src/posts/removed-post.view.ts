import type { AdminPost, Post as PostAnswer } from '@kickoff/contracts';

import type { Removal } from './removed-post.schema.js';

const DAY_MS = 24 * 60 * 60_000;
/** How long a removed post can be brought back (API.md §7). */
export const KEPT_MS = 30 * DAY_MS;

/** A post as admins see it. The files of one that was taken away are not to be had, so none is named. */
export function toRemovedAnswer(answer: PostAnswer, removal: Removal | undefined): AdminPost {
  if (!removal) return answer;
  const rest = { ...answer };
  delete rest.image;
  delete rest.imageSize;
  delete rest.video;
  delete rest.videoDuration;
  return {
    ...rest,
    removed: {
      at: removal.at.toISOString(),
      until: new Date(removal.at.getTime() + KEPT_MS).toISOString(),
      by: removal.by,
      ...(removal.reason === undefined ? {} : { reason: removal.reason }),
    },
  };
}
