import type { LiveEvents, Post } from '@kickoff/contracts';
import {
  callApi,
  CallFailure,
  currentPage,
  onLiveEvent,
  raiseToast,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { useEffect } from 'react';

import { texts } from '../../../texts';
import { openCommentBox } from '../open-comment-box';
import { likeChannel } from './like-channel';
import { watchOwnChoices } from './own-choices';
import { choiceKey, postCache, postKey } from './post-cache';
import { POST_LISTS_KEY, type PostPages } from './post-pages';
import { postAddress } from './revealed-posts';
import { likersKey } from './post-list-keys';

/** Jitter, so that not all viewers of a popular post refetch it at once. */
const SPREAD_MS = 600;
/** The wait before a failed refetch is repeated, doubled each time. */
const RETRY_MS = 1_000;
const MAX_RETRIES = 4;

/** Whether a repeated call may succeed: the server was away, overloaded or asked too often. */
function mayPass(failure: unknown): boolean {
  return (
    failure instanceof CallFailure &&
    (failure.status === 0 || failure.status === 429 || failure.status > 500)
  );
}

/** Returns the posts of all cached lists. */
function listedPosts(queries: QueryClient): Post[] {
  const lists = queries.getQueriesData<PostPages>({ queryKey: POST_LISTS_KEY });
  return lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ items }) => items);
}

/** Finds a cached post, in a list or on its own page. */
function shownPost(queries: QueryClient, id: string): Post | undefined {
  const listed = listedPosts(queries).find((post) => post._id === id);
  return listed ?? queries.getQueryData<Post | null>(postKey(id)) ?? undefined;
}

/** Returns the ids of cached posts that quote a post. */
function findQuoting(queries: QueryClient, id: string): ReadonlySet<string> {
  const { postId = '' } = currentPage()?.params ?? {};
  const own = queries.getQueryData<Post | null>(postKey(postId));
  const quoting = [...listedPosts(queries), ...(own ? [own] : [])].filter(
    ({ quote }) => quote && '_id' in quote && quote._id === id,
  );
  return new Set(quoting.map(({ _id }) => _id));
}

/** Returns whether a post is rendered. Others are refetched when they are shown again. */
function isDrawn(id: string): boolean {
  const isListed = document.querySelector(`[data-row="${id}"]`) !== null;
  return isListed || currentPage()?.params['postId'] === id;
}

/** Closes the open comment form of a deleted post and says why. */
function closeCommentBox(id: string): void {
  if (openCommentBox.get() !== id) return;
  openCommentBox.set(undefined);
  raiseToast({ kind: 'error', text: texts.post.whileCommenting });
}

function withVotes(post: Post, total: number): Post {
  return post.poll ? { ...post, poll: { ...post.poll, total } } : post;
}

/** Applies live changes of posts to the cache, and removes deleted ones. */
export function usePostChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const cache = postCache(queries);
    // A revert is without what has changed since the choice.
    const choices = watchOwnChoices(queries, (id) => askFor(id));
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    let isStopped = false;
    /** Refetches a post. Returns whether it must be repeated. */
    const ask = async (id: string): Promise<boolean> => {
      const isCurrent = choices.startRead();
      try {
        const post = await callApi(postAddress(queries, id), { as: 'fan' });
        if (!isCurrent(post)) return true;
        cache.refresh(post);
        await queries.invalidateQueries({ queryKey: [...postKey(id), 'comments'] });
        return false;
      } catch (failure) {
        return mayPass(failure);
      }
    };
    const askAfter = (id: string, ms: number, tries: number) => {
      const run = async () => {
        timers.delete(id);
        const isLast = tries === MAX_RETRIES;
        if (!(await ask(id)) || isLast || isStopped || timers.has(id)) return;
        askAfter(id, RETRY_MS * 2 ** tries, tries + 1);
      };
      timers.set(
        id,
        setTimeout(() => void run(), ms),
      );
    };
    /** Refetches what the counts do not contain: the commenters and the new text. */
    const askFor = (id: string) => {
      if (isDrawn(id) && !timers.has(id)) askAfter(id, Math.random() * SPREAD_MS, 0);
    };
    const likersChanged = (id: string) =>
      void queries.invalidateQueries({ queryKey: likersKey(id) });
    /** The event has the total only: what the options have is refetched where it is shown. */
    const votesChanged = ({ _id, poll }: Post, votes: number) => {
      if (!poll || poll.total === votes) return;
      if (poll.options.every(({ count }) => count !== undefined)) askFor(_id);
      else cache.change(_id, (shown) => withVotes(shown, votes));
    };
    const change = ({ _id, deleted, votes, ...update }: LiveEvents['post.changed']) => {
      const post = shownPost(queries, _id);
      // Later events of an edited post say so too; one with the edit may have newer counts as well.
      const isEdit =
        update.edited &&
        (!post?.edited ||
          (post.likesCount === update.likesCount && post.commentsCount === update.commentsCount));
      for (const id of findQuoting(queries, _id)) {
        if (deleted) cache.change(id, (shown) => ({ ...shown, quote: { gone: true } }));
        else if (isEdit) askFor(id);
      }
      if (!post) return;
      if (deleted) {
        // The form unmounts with its post; the focus moves to the list around them.
        void cache.remove(_id).then(() => closeCommentBox(_id));
        return;
      }
      // The count may be older than the like: the response to the like has the next one.
      const isLiking = queries.isMutating({ mutationKey: choiceKey(_id, 'like') }) > 0;
      // Possibly unliked on another device of this fan: the count does not say whose like is gone.
      const isLikeLost = !isLiking && post.liked && update.likesCount < post.likesCount;
      const unliked = update.likesCount === 0 ? { liked: false, likes: [] } : {};
      cache.change(_id, (shown) => ({
        ...shown,
        ...update,
        ...(isLiking ? { likesCount: shown.likesCount } : unliked),
      }));
      if (post.likesCount !== update.likesCount) likersChanged(_id);
      if (votes !== undefined) votesChanged(post, votes);
      const isUpToDate = post.commentsCount === update.commentsCount && !isLikeLost;
      if (!isUpToDate || isEdit) askFor(_id);
    };
    const stopTabs = likeChannel.subscribe((post) => {
      cache.put(post);
      likersChanged(post._id);
    });
    const catchUp = () => void queries.invalidateQueries({ queryKey: ['post'] });
    const stop = onLiveEvent((happening) => {
      if (happening.name === 'post.changed') change(happening.data);
      if (happening.name === 'missed') catchUp();
    });
    // It starts some seconds after the page has loaded its post: events until then are lost.
    catchUp();
    return () => {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      choices.stop();
      stop();
      stopTabs();
    };
  }, [queries]);
}
