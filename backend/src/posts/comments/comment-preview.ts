import { toTextPreview } from '../../common/text/text-preview.js';
import type { WithStringIds } from '../../common/mongo/ids.js';
import type { StoredComment } from './comment.schema.js';

/** The longest text of a comment inside a post, in code points (API.md §5). */
const MAX_LENGTH = 300;

/** A comment as stored in its post; `truncated` is set only if the text was cut. */
export type StoredCommentPreview = Omit<StoredComment, 'postId'> & { truncated?: true };

export type CommentPreview = WithStringIds<StoredCommentPreview>;

export function toCommentPreview({
  _id,
  authorId,
  text,
  createdAt,
  matchAt,
}: StoredCommentPreview): StoredCommentPreview {
  return {
    _id,
    authorId,
    createdAt,
    ...(matchAt ? { matchAt } : {}),
    ...toTextPreview(text, MAX_LENGTH),
  };
}
