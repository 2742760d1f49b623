// Where the reader of a list is: in this page for going back, in the tab for a reload as well.
import { keepOverReload, recall } from '@kickoff/web';

import type { PostPages } from './post-rows';
import type { Place } from './RowWindow';

export interface KeptList {
  place: Place;
  heights: [string, number][];
  /** Heights are true for this width only. */
  width: number;
  /** After a reload: the list with all its posts away. */
  pages?: PostPages;
}

const STORED_AS = 'post-lists';
/** After a longer time the newest posts are what a reader wants. */
const STORED_MS = 30 * 60_000;

/** Nobody goes back further to where exactly they were. */
const MOST_LISTS = 20;
/** After a reload less is remembered: a list of thousands of posts is large. */
const MOST_STORED = 5;
const lists = new Map<string, KeptList>();

interface Stored extends KeptList {
  key: string;
  storedAt: number;
}

function isStored(value: unknown): value is Stored {
  // Written below by this very page before its reload, or by nobody.
  return typeof value === 'object' && value !== null && 'key' in value && 'storedAt' in value;
}

function storedLists(): Stored[] {
  const stored = recall(STORED_AS);
  return Array.isArray(stored) ? stored.filter(isStored) : [];
}

function storedList(key: string): KeptList | undefined {
  const stored = storedLists().find((list) => list.key === key);
  return stored && Date.now() - stored.storedAt < STORED_MS ? stored : undefined;
}

/** What is known of a list at an entry of the history where its reader has been before. */
export function keptList(entry: string, name: string): KeptList | undefined {
  const key = `${entry} ${name}`;
  const kept = lists.get(key) ?? storedList(key);
  return kept?.width === window.innerWidth ? kept : kept && { ...kept, heights: [] };
}

/** Keeps a list's place for who comes back to this entry of the history. */
export function keepList(
  entry: string,
  name: string,
  place: Place,
  heights: [string, number][],
): void {
  const key = `${entry} ${name}`;
  lists.delete(key);
  lists.set(key, { place, heights, width: window.innerWidth });
  const [oldest] = lists.keys();
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest);
}

/** Keeps a list's place, and what it consists of, over a reload of the page. */
export function storeList(
  entry: string,
  name: string,
  place: Place,
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
    place,
    heights,
    width: window.innerWidth,
    pages: { pages, pageParams: data.pageParams },
  };
  const others = storedLists().filter((list) => list.key !== key);
  keepOverReload(STORED_AS, [stored, ...others.slice(0, MOST_STORED - 1)]);
}
