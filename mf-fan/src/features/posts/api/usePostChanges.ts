import type { LiveEvents, Post } from '@kickoff/contracts';
import {
  callApi,
  currentPage,
  onLive,
  raiseToast,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { useEffect } from 'react';

import { openCommentBox } from '../open-comment-box';
import { ownLikes } from './own-likes';
import { postCache, postKey } from './post-cache';
import { POST_LISTS_KEY, type PostPages } from './post-pages';
import { likersKey } from './useLikers';

/** Whoever sees a loved post does not ask for it in the same moment as everyone else. */
const SPREAD_MS = 600;

/** A post as some list or its own page shows it. */
function shownPost(queries: QueryClient, id: string): Post | undefined {
  const lists = queries.getQueriesData<PostPages>({ queryKey: POST_LISTS_KEY });
  const listed = lists
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ items }) => items)
    .find((post) => post._id === id);
  return listed ?? queries.getQueryData<Post | null>(postKey(id)) ?? undefined;
}

/** Whether the post is drawn; what is not will be asked for when it is come to, or never. */
function isDrawn(id: string): boolean {
  const isListed = document.querySelector(`[data-row="${id}"]`) !== null;
  return isListed || currentPage()?.params['postId'] === id;
}

/** Tells whoever is writing a comment why there is no place for it any more. */
function closeCommentBox(id: string): void {
  if (openCommentBox.get() !== id) return;
  openCommentBox.set(undefined);
  raiseToast({ kind: 'error', text: 'The post that you were commenting on has been deleted' });
}

/** Keeps likes, comments and texts as they are told, and takes away what is gone. */
export function usePostChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const cache = postCache(queries);
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    /** What a count does not tell: who commented what, and the new text. */
    const askFor = (id: string) => {
      if (!isDrawn(id) || timers.has(id)) return;
      const ask = async () => {
        timers.delete(id);
        const path = `/api/pt/posts/${id}`;
        cache.refresh(await callApi<Post>(path, { as: 'fan' }));
        await queries.invalidateQueries({ queryKey: [...postKey(id), 'comments'] });
      };
      // What fails here comes with the next change, or with the next visit.
      const start = () => void ask().catch(() => undefined);
      timers.set(id, setTimeout(start, Math.random() * SPREAD_MS));
    };
    const likersChanged = (id: string) =>
      void queries.invalidateQueries({ queryKey: likersKey(id) });
    const change = ({ _id, deleted, ...told }: LiveEvents['post.changed']) => {
      const post = shownPost(queries, _id);
      if (!post) return;
      if (deleted) {
        // The box goes with its post, and the focus to the list around them.
        void cache.remove(_id).then(() => closeCommentBox(_id));
        return;
      }
      const isSame =
        post.likesCount === told.likesCount && post.commentsCount === told.commentsCount;
      // On another device of this fan, perhaps: a count does not tell whose like has gone.
      const isLikeLost = post.liked && told.likesCount < post.likesCount;
      const unliked = told.likesCount === 0 ? { liked: false, likes: [] } : {};
      cache.change(_id, (shown) => ({ ...shown, ...told, ...unliked }));
      if (post.likesCount !== told.likesCount) likersChanged(_id);
      const isTold = post.commentsCount === told.commentsCount && !isLikeLost;
      if (!isTold || (isSame && told.edited)) askFor(_id);
    };
    const stopTabs = ownLikes.hear((post) => {
      cache.put(post);
      likersChanged(post._id);
    });
    const stop = onLive((happening) => {
      if (happening.name === 'post.changed') change(happening.data);
      if (happening.name === 'missed') void queries.invalidateQueries({ queryKey: ['post'] });
    });
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      stop();
      stopTabs();
    };
  }, [queries]);
}
