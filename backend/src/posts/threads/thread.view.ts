import type { Post, ThreadRow, TimelineEntry } from '@kickoff/contracts';

/** @param atMs the moment of the match that the post is about */
export function toPostRow(post: Post, atMs: number): ThreadRow {
  const at = new Date(atMs).toISOString();
  return { minute: post.match?.minute ?? null, kind: 'post', at, post };
}

export function toEntryRow(entry: TimelineEntry & { cancelled?: true }): ThreadRow {
  return { minute: entry.minute ?? null, kind: 'entry', entry };
}
