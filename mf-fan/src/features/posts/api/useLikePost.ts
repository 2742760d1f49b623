import type { LikeState, Post } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';
import { useRef, useState } from 'react';

import { usePostCache } from './post-cache';
import { likersKey } from './useLikers';

function withLike(post: Post, liked: boolean): Post {
  if (post.liked === liked) return post;
  return { ...post, liked, likesCount: post.likesCount + (liked ? 1 : -1) };
}

/**
 * Likes a post or takes the like back. What is wanted shows at once; calls go
 * one after the other, and the last wish is what the server hears last. A
 * failure brings back what the server last said, with the reason.
 */
export function useLikePost(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const running = useRef<LikeState | null>(null);

  const toggleLike = async () => {
    const liked = !post.liked;
    setFault(undefined);
    cache.change(post._id, (shown) => withLike(shown, liked));
    if (running.current) {
      running.current.liked = liked;
      return;
    }
    const wish: LikeState = { liked };
    running.current = wish;
    let known = post;
    try {
      let sent: LikeState['liked'];
      do {
        sent = wish.liked;
        const path = `/api/pt/posts/${post._id}/like`;
        known = await callApi<Post>(path, { method: 'POST', body: { liked: sent }, as: 'fan' });
      } while (wish.liked !== sent);
      cache.put(known);
      void queries.invalidateQueries({ queryKey: likersKey(post._id) });
    } catch (failure) {
      const { liked: wasLiked, likesCount } = known;
      cache.change(post._id, (shown) => ({ ...shown, liked: wasLiked, likesCount }));
      setFault(failure instanceof Error ? failure.message : String(failure));
    } finally {
      running.current = null;
    }
  };
  return { toggleLike, fault };
}
