import type { CommentDocument } from './comment.schema.js';

/** The longest text of a comment inside a post, in code points (API.md §5). */
const MAX_LENGTH = 300;

/** A comment as stored in its post; `truncated` is set only where the text was cut. */
export type CommentPreview = Omit<CommentDocument, 'postId'> & { truncated?: true };

export function toCommentPreview({
  _id,
  authorId,
  text,
  createdAt,
}: CommentPreview): CommentPreview {
  const end = endOfPreview(text);
  if (end === text.length) return { _id, authorId, text, createdAt };
  return { _id, authorId, text: text.slice(0, end), createdAt, truncated: true };
}

/** The length of a text's preview in UTF-16 units. */
function endOfPreview(text: string): number {
  if (text.length <= MAX_LENGTH) return text.length;
  let end = 0;
  let length = 0;
  for (const character of text) {
    if (length === MAX_LENGTH) return end;
    end += character.length;
    length += 1;
  }
  return end;
}
