import type { ThreadQuery, TimelineEntry } from '@kickoff/contracts';

import type { PostDocument } from '../post.schema.js';

/** Less than every id of a post. */
const BEFORE_ALL_POSTS = '0'.repeat(24);

/** The position of a row in a thread: an entry is before the posts of its moment. */
export interface ThreadPosition {
  atMs: number;
  kind: 'entry' | 'post';
  /** The number of an entry, or the id of a post. */
  id: string;
}

export type ThreadOrder = ThreadQuery['order'];

export function positionOfEntry({ at, seq }: Pick<TimelineEntry, 'at' | 'seq'>): ThreadPosition {
  return { atMs: Date.parse(at), kind: 'entry', id: String(seq) };
}

export function positionOfPost({
  match,
  _id,
}: Pick<PostDocument, 'match' | '_id'>): ThreadPosition {
  return { atMs: match?.at.getTime() ?? 0, kind: 'post', id: _id };
}

/** The position in a list of posts only, after which the posts behind this row start. */
export function toPostPosition({ atMs, kind, id }: ThreadPosition): { at: Date; id: string } {
  return { at: new Date(atMs), id: kind === 'post' ? id : BEFORE_ALL_POSTS };
}

/** Compares positions for sorting in an order. */
export function compareIn(order: ThreadOrder) {
  const direction = order === 'oldest' ? 1 : -1;
  return (one: ThreadPosition, other: ThreadPosition): number =>
    direction * (one.atMs - other.atMs || rankOf(one) - rankOf(other) || compareIds(one, other));
}

/** Formats a position for a cursor. */
export function formatPosition({ atMs, kind, id }: ThreadPosition): string {
  return `${atMs} ${kind} ${id}`;
}

export function parsePosition(text: string): ThreadPosition {
  const [atMs, kind, id = ''] = text.split(' ');
  return { atMs: Number(atMs), kind: kind === 'entry' ? 'entry' : 'post', id };
}

function rankOf({ kind }: ThreadPosition): number {
  return kind === 'entry' ? 0 : 1;
}

function compareIds(one: ThreadPosition, other: ThreadPosition): number {
  if (one.kind === 'entry') return Number(one.id) - Number(other.id);
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
