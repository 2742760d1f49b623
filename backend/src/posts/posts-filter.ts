import { type mongo, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { plainId } from '../common/http/valid-id.js';
import type { Post } from './post.schema.js';

/** Which posts an admin looks for; what is not named does not narrow them. */
export interface PostsFilter {
  /** A part of the text, or a whole id. */
  q?: string | undefined;
  authorId?: string | undefined;
  from?: Date | undefined;
  /** The first moment that is too late. */
  to?: Date | undefined;
  media?: 'image' | 'video' | 'none' | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
}

/** The question that a filter is to the database. */
export function questionOf(filter: PostsFilter): mongo.Filter<Post> {
  const { q = '', authorId, from, to, media, ids } = filter;
  const parts: mongo.Filter<Post>[] = [];
  if (plainId(q) !== undefined) parts.push({ _id: new Types.ObjectId(q) });
  else if (q !== '') parts.push({ text: { $regex: literally(q), $options: 'i' } });
  if (authorId !== undefined) parts.push({ authorId: new Types.ObjectId(authorId) });
  if (from) parts.push({ createdAt: { $gte: from } });
  if (to) parts.push({ createdAt: { $lt: to } });
  if (media === 'none') parts.push({ image: { $exists: false }, video: { $exists: false } });
  else if (media) parts.push({ [media]: { $exists: true } });
  if (ids) parts.push({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } });
  return parts.length > 0 ? { $and: parts } : {};
}

/** Posts after a place in a list that is newest first. The place's own moment bounds the index scan. */
export function olderThan({ at, id }: Position): mongo.Filter<Post> {
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: new Types.ObjectId(id) } }],
  };
}

/** A text as a pattern that finds it and nothing else. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&');
}
