import type { Comment } from './comment.schema.js';

/** The longest text of a comment inside a post, in code points (API.md §5). */
const MAX_LENGTH = 300;

/** A comment as its post stores it: a long text is cut, and only then `truncated` is there. */
export type CommentPreview = Omit<Comment, 'postId'> & { truncated?: true };

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

/** Where the preview of a text ends, in UTF-16 units. */
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
