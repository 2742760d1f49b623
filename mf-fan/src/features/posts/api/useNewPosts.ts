import type { OwnProfile, Post } from '@kickoff/contracts';
import {
  fetchPage,
  onLiveEvent,
  OWN_PROFILE_KEY,
  useQueryClient,
  type ListPage,
  type QueryClient,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { idsOf, type PostPages } from '../post-rows';
import { watchOwnChoices } from './own-choices';
import { postCache } from './post-cache';
import type { PostSource } from './post-pages';
import { FAN_PROFILES_KEY } from '../../../relations/people-keys';
import { clearError, showError } from '../../../show-error';

/**
 * A new own post is inserted by the composer; after this delay it must come from another device.
 */
const OWN_MS = 2_000;
/** Jitter of the request that finds out whether an author is in the list. */
const SPREAD_MS = 1_500;
/** Above this number of new pages the old list is dropped. */
const MOST_PAGES = 5;

const SHOW_NEW = 'show new posts';

const none: ReadonlySet<string> = new Set();

function listedIds(queries: QueryClient, { key }: PostSource): Set<string> {
  return new Set(queries.getQueryData<PostPages>(key)?.pages.flatMap(idsOf));
}

/** Returns whether a list contains an author's posts; undefined if the page cannot know. */
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

/** Fetches the posts before the first known one; `isWhole` is false if it was not reached. */
async function fetchNewer(address: string, known: ReadonlySet<string>) {
  const newer: Post[] = [];
  let next: string | undefined = address;
  for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages += 1) {
    const page: ListPage<Post> = await fetchPage<Post>(next, { as: 'fan' });
    const end = page.items.findIndex(({ _id }) => known.has(_id));
    newer.push(...page.items.slice(0, end === -1 ? page.items.length : end));
    if (end !== -1) return { newer, isWhole: true, next };
    next = page.next;
  }
  return { newer, isWhole: next === undefined, next };
}

/** Returns the number of posts published since a list was fetched, and a function to show them. */
export function useNewPosts(source: PostSource, readerId: string | undefined) {
  const queries = useQueryClient();
  const [ids, setIds] = useState(none);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const choices = watchOwnChoices(queries);
    const after = (ms: number, act: () => void) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    };
    const withoutListed = (all: readonly string[]) => {
      const known = listedIds(queries, source);
      return new Set(all.filter((id) => !known.has(id)));
    };
    const add = (...more: string[]) => setIds((now) => withoutListed([...now, ...more]));
    /** Finds new posts, and updates the counts of the first known ones. */
    const check = async () => {
      // Until the list has loaded, its own request finds all posts.
      if (!queries.getQueryData(source.key)) return;
      const isCurrent = choices.startRead();
      const { items } = await fetchPage<Post>(source.address, { as: 'fan' });
      const known = listedIds(queries, source);
      const cache = postCache(queries);
      const end = items.findIndex(({ _id }) => known.has(_id));
      for (const post of items) {
        if (known.has(post._id) && isCurrent(post)) cache.refresh(post);
      }
      add(...items.slice(0, end === -1 ? items.length : end).map(({ _id }) => _id));
    };
    /** The number of posts is part of the profile. */
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
    // A refetch of the list may contain posts that are counted as new.
    const stopList = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query !== queries.getQueryCache().find({ queryKey: source.key })) {
        return;
      }
      setIds((now) => (now.size === 0 ? now : withoutListed([...now])));
    });
    const stop = onLiveEvent((happening) => {
      if (happening.name === 'post.created') created(happening.data._id, happening.data.user._id);
      if (happening.name === 'post.changed' && happening.data.deleted) {
        const { _id } = happening.data;
        setIds((now) => new Set([...now].filter((id) => id !== _id)));
      }
      if (happening.name === 'missed') tryCheck();
    });
    return () => {
      for (const timer of timers) clearTimeout(timer);
      choices.stop();
      stopList();
      stop();
    };
  }, [queries, source, readerId]);

  const show = async () => {
    const list = document.querySelector<HTMLElement>('[data-posts]');
    if (typeof source.by === 'object') list?.scrollIntoView();
    else window.scrollTo(0, 0);
    list?.focus({ preventScroll: true });
    const { newer, isWhole, next } = await fetchNewer(source.address, listedIds(queries, source));
    queries.setQueryData<PostPages>(source.key, (now) => {
      const [first, ...others] = now?.pages ?? [];
      if (!now || !first) return now;
      // Posts in between are missing, so the list is replaced.
      if (!isWhole) {
        const page = { items: newer, next };
        return { pages: [page], pageParams: [source.address] };
      }
      return { ...now, pages: [{ ...first, items: [...newer, ...first.items] }, ...others] };
    });
    setIds(none);
  };
  const tryShow = () => {
    clearError(SHOW_NEW);
    show().catch(showError(SHOW_NEW));
  };
  return { count: ids.size, show: tryShow };
}
