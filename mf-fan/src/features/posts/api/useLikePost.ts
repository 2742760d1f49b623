import type { Post } from '@kickoff/contracts';
import { callApi, CallFailure, raiseToast, useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { useLastWish } from '../../../useLastWish';
import { ownLikes } from './own-likes';
import { usePostCache } from './post-cache';
import { likersKey } from './useLikers';

function withLike(post: Post, liked: boolean): Post {
  if (post.liked === liked) return post;
  return { ...post, liked, likesCount: post.likesCount + (liked ? 1 : -1) };
}

/**
 * Likes a post or takes the like back. What is wanted shows at once; a failure
 * brings back what the server last said, with the reason. A post that is not
 * there any more leaves the lists.
 */
export function useLikePost(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const sendLast = useLastWish<boolean>();

  const toggleLike = async () => {
    const wanted = !post.liked;
    setFault(undefined);
    cache.change(post._id, (shown) => withLike(shown, wanted));
    let known = post;
    const send = async (liked: boolean) => {
      const path = `/api/pt/posts/${post._id}/like`;
      known = await callApi<Post>(path, { method: 'POST', body: { liked }, as: 'fan' });
    };
    try {
      if (!(await sendLast(wanted, send))) return;
      cache.put(known);
      ownLikes.tell(known);
      void queries.invalidateQueries({ queryKey: likersKey(post._id) });
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 404) {
        raiseToast({ kind: 'error', text: failure.message });
        await cache.remove(post._id);
        return;
      }
      const { liked, likesCount } = known;
      cache.change(post._id, (shown) => ({ ...shown, liked, likesCount }));
      setFault(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return { toggleLike, fault };
}
