import type { AdminPost, Post } from '@kickoff/contracts';

import type { Removal } from './moderated-post.schema.js';

const DAY_MS = 24 * 60 * 60_000;
/** How long a moderated post can be restored (API.md §7). */
export const RESTORABLE_MS = 30 * DAY_MS;

/** Converts a post for admins. The files of a moderated post are hidden, so none is named. */
export function toAdminPost(answer: Post, removal: Removal | undefined): AdminPost {
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
      until: new Date(removal.at.getTime() + RESTORABLE_MS).toISOString(),
      by: removal.by,
      ...(removal.reason === undefined ? {} : { reason: removal.reason }),
    },
  };
}
