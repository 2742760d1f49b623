import type { FanSummary, QuotedPost } from '@kickoff/contracts';

import { toTextPreview } from '../../common/text/text-preview.js';
import { SPOILER_TEXT } from '../spoiler.view.js';
import type { QuotedPostDocument } from './quoted-posts.repository.js';

/** The longest text of a quoted post, in code points. */
const MAX_LENGTH = 300;

/** Converts a quoted post about a moment that its reader has not seen. */
export function toQuotedSpoiler(
  { _id, createdAt }: QuotedPostDocument,
  user: FanSummary,
): QuotedPost {
  return { _id, user, text: SPOILER_TEXT, createdAt: createdAt.toISOString() };
}

/** Converts a post for the post that quotes it: without its own quote or poll. */
export function toQuotedPost(post: QuotedPostDocument, user: FanSummary): QuotedPost {
  return {
    _id: post._id,
    user,
    ...toTextPreview(post.text, MAX_LENGTH),
    ...(post.image === undefined ? {} : { image: post.image }),
    ...(post.imageSize ? { imageSize: post.imageSize } : {}),
    ...(post.alt === undefined ? {} : { alt: post.alt }),
    ...(post.video === undefined ? {} : { video: post.video }),
    createdAt: post.createdAt.toISOString(),
    ...(post.edited ? { edited: true } : {}),
  };
}
