// Scroll positions of lists: in memory for going back, in sessionStorage for a reload.
import { writeSession, readSession } from '@kickoff/web';

import type { PostPages } from './post-rows';
import type { ScrollPosition } from './WindowVirtualizer';

export interface ListSnapshot {
  position: ScrollPosition;
  heights: [string, number][];
  /** Heights are valid for this width only. */
  width: number;
  /** After a reload: the pages with all posts evicted. */
  pages?: PostPages;
}

const STORED_AS = 'post-lists';
/** Older snapshots are dropped in favour of the newest posts. */
const STORED_MS = 30 * 60_000;

/** Snapshots in memory. */
const MOST_LISTS = 20;
/** Snapshots in sessionStorage: a list of thousands of posts is large. */
const MOST_STORED = 5;
const lists = new Map<string, ListSnapshot>();

interface Stored extends ListSnapshot {
  key: string;
  storedAt: number;
}

function isStored(value: unknown): value is Stored {
  // Not validated further: only this page writes the entry.
  return typeof value === 'object' && value !== null && 'key' in value && 'storedAt' in value;
}

function storedLists(): Stored[] {
  const stored = readSession(STORED_AS);
  return Array.isArray(stored) ? stored.filter(isStored) : [];
}

function storedList(key: string): ListSnapshot | undefined {
  const stored = storedLists().find((list) => list.key === key);
  return stored && Date.now() - stored.storedAt < STORED_MS ? stored : undefined;
}

/** Returns the snapshot of a list at a history entry; undefined on the first visit. */
export function readListSnapshot(entry: string, name: string): ListSnapshot | undefined {
  const key = `${entry} ${name}`;
  const snapshot = lists.get(key) ?? storedList(key);
  return snapshot?.width === window.innerWidth
    ? snapshot
    : snapshot && { ...snapshot, heights: [] };
}

/** Stores a list's position in memory for this history entry. */
export function rememberList(
  entry: string,
  name: string,
  position: ScrollPosition,
  heights: [string, number][],
): void {
  const key = `${entry} ${name}`;
  lists.delete(key);
  lists.set(key, { position, heights, width: window.innerWidth });
  const [oldest] = lists.keys();
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
}

/** Stores a list's position and pages for a reload. */
export function persistList(
  entry: string,
  name: string,
  position: ScrollPosition,
  heights: [string, number][],
  data: PostPages,
): void {
  const pages = data.pages.map(({ items, away = [], next }) => ({
    items: [],
    away: [...items.map(({ _id }) => _id), ...away],
    next,
  }));
  const key = `${entry} ${name}`;
  const stored: Stored = {
    key,
    storedAt: Date.now(),
    position,
    heights,
    width: window.innerWidth,
    pages: { pages, pageParams: data.pageParams },
  };
  const others = storedLists().filter((list) => list.key !== key);
  writeSession(STORED_AS, [stored, ...others.slice(0, MOST_STORED - 1)]);
}
