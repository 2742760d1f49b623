import type { OwnProfile, Post } from '@kickoff/contracts';
import {
  FAN_PROFILES_KEY,
  fetchPage,
  onLive,
  OWN_PROFILE_KEY,
  useQueryClient,
  raiseToast,
  type Page,
  type QueryClient,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { idsOf, type PostPages } from '../post-rows';
import { postCache } from './post-cache';
import type { PostSource } from './post-pages';

/** An own post is on its way into the list by itself; after so long it was written on another device. */
const OWN_MS = 2_000;
/** Whose post it was the page cannot always tell: then it asks, not in the same moment as everyone else. */
const SPREAD_MS = 1_500;
/** Beyond so many pages of new posts the old list is another story. */
const MOST_PAGES = 5;

const none: ReadonlySet<string> = new Set();

function listedIds(queries: QueryClient, { key }: PostSource): Set<string> {
  return new Set(queries.getQueryData<PostPages>(key)?.pages.flatMap(idsOf));
}

/** Whether a list holds an author's posts; undefined where the page cannot tell. */
function holdsPostsOf(
  queries: QueryClient,
  { by }: PostSource,
  authorId: string,
  readerId: string | undefined,
): boolean | undefined {
  if (by === 'everyone') return true;
  if (by !== 'following') return by.fanId === authorId;
  if (authorId === readerId) return true;
  const me = queries.getQueryData<OwnProfile>(OWN_PROFILE_KEY);
  if (me?.friends.some(({ _id }) => _id === authorId)) return true;
  return me && me.friendsCount <= me.friends.length ? false : undefined;
}

/** The posts before the first known one; `isWhole` tells whether that one was come to. */
async function fetchNewer(address: string, known: ReadonlySet<string>) {
  const newer: Post[] = [];
  let next: string | undefined = address;
  for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages += 1) {
    const page: Page<Post> = await fetchPage<Post>(next, { as: 'fan' });
    const end = page.items.findIndex(({ _id }) => known.has(_id));
    newer.push(...page.items.slice(0, end === -1 ? page.items.length : end));
    if (end !== -1) return { newer, isWhole: true, next };
    next = page.next;
  }
  return { newer, isWhole: next === undefined, next };
}

/** How many posts have come since a list was fetched, and how to show them. */
export function useNewPosts(source: PostSource, readerId: string | undefined) {
  const queries = useQueryClient();
  const [ids, setIds] = useState(none);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    };
    const add = (...more: string[]) => {
      const known = listedIds(queries, source);
      setIds((now) => new Set([...now, ...more].filter((id) => !known.has(id))));
    };
    /** Asks what is new, and brings the counts of the first posts along. */
    const check = async () => {
      const { items } = await fetchPage<Post>(source.address, { as: 'fan' });
      const known = listedIds(queries, source);
      const cache = postCache(queries);
      const end = items.findIndex(({ _id }) => known.has(_id));
      for (const post of items) if (known.has(post._id)) cache.change(post._id, () => post);
      add(...items.slice(0, end === -1 ? items.length : end).map(({ _id }) => _id));
    };
    /** A profile says how many posts there are. */
    const recount = () => {
      const isOwn = typeof source.by === 'object' && source.by.fanId === readerId;
      const queryKey = isOwn ? OWN_PROFILE_KEY : FAN_PROFILES_KEY;
      void queries.invalidateQueries({ queryKey });
    };
    const tryCheck = () => void check().catch(() => undefined);
    const created = (id: string, authorId: string) => {
      const isHeld = holdsPostsOf(queries, source, authorId, readerId);
      if (isHeld === undefined) after(Math.random() * SPREAD_MS, tryCheck);
      if (!isHeld) return;
      if (authorId === readerId) after(OWN_MS, () => add(id));
      else add(id);
      if (typeof source.by === 'object') after(Math.random() * SPREAD_MS, recount);
    };
    tryCheck();
    const stop = onLive((happening) => {
      if (happening.name === 'post.created') created(happening.data._id, happening.data.user._id);
      if (happening.name === 'post.changed' && happening.data.deleted) {
        const { _id } = happening.data;
        setIds((now) => new Set([...now].filter((id) => id !== _id)));
      }
      if (happening.name === 'missed') tryCheck();
    });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      stop();
    };
  }, [queries, source, readerId]);

  const show = async () => {
    const list = document.querySelector<HTMLElement>('section[aria-label^="Posts"]');
    if (typeof source.by === 'object') list?.scrollIntoView();
    else window.scrollTo(0, 0);
    list?.focus({ preventScroll: true });
    const { newer, isWhole, next } = await fetchNewer(source.address, listedIds(queries, source));
    queries.setQueryData<PostPages>(source.key, (now) => {
      const [first, ...others] = now?.pages ?? [];
      if (!now || !first) return now;
      // So much is new that the posts between are missing: the list begins anew.
      if (!isWhole) {
        const page = { items: newer, next };
        return { pages: [page], pageParams: [source.address] };
      }
      return { ...now, pages: [{ ...first, items: [...newer, ...first.items] }, ...others] };
    });
    setIds(none);
  };
  const tryShow = () => {
    show().catch((failure: unknown) => raiseToast({ kind: 'error', text: messageOf(failure) }));
  };
  return { count: ids.size, show: tryShow };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
