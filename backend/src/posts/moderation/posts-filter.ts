import { type mongo, Types } from 'mongoose';

import { plainId } from '../../common/http/valid-id.js';
import type { PostDocument } from '../post.schema.js';

/** An admin's filter of posts; absent fields match all. */
export interface PostsFilter {
  /** A part of the text, or a whole id. */
  q?: string | undefined;
  authorId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  media?: 'image' | 'video' | 'none' | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
}

export function toMongoFilter(filter: PostsFilter): mongo.Filter<PostDocument> {
  const { q = '', authorId, from, to, media, ids } = filter;
  const conditions: mongo.Filter<PostDocument>[] = [];
  if (plainId(q) !== undefined) conditions.push({ _id: new Types.ObjectId(q) });
  else if (q !== '') conditions.push({ text: { $regex: escapeRegex(q), $options: 'i' } });
  if (authorId !== undefined) conditions.push({ authorId: new Types.ObjectId(authorId) });
  if (from) conditions.push({ createdAt: { $gte: from } });
  if (to) conditions.push({ createdAt: { $lt: to } });
  if (media === 'none') conditions.push({ image: { $exists: false }, video: { $exists: false } });
  else if (media) conditions.push({ [media]: { $exists: true } });
  if (ids) conditions.push({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } });
  return conditions.length > 0 ? { $and: conditions } : {};
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&');
}
