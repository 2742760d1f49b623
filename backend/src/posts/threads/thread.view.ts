import type { Post, ThreadRow, TimelineEntry } from '@kickoff/contracts';

export function toPostRow(post: Post): ThreadRow {
  return { minute: post.match?.minute ?? null, kind: 'post', post };
}

export function toEntryRow(entry: TimelineEntry & { cancelled?: true }): ThreadRow {
  return { minute: entry.minute ?? null, kind: 'entry', entry };
}
