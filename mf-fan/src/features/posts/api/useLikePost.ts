import type { Post } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, CallFailure, raiseToast, useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { useLatestWins } from '../../../useLatestWins';
import { likeChannel } from './like-channel';
import { usePostCache } from './post-cache';
import { likersKey } from './useLikers';

function withLike(post: Post, liked: boolean): Post {
  if (post.liked === liked) return post;
  return { ...post, liked, likesCount: post.likesCount + (liked ? 1 : -1) };
}

/**
 * Likes or unlikes a post. Updates at once; a failure reverts to the server's last state and shows
 * the reason. A post that no longer exists is removed from the lists.
 */
export function useLikePost(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string>();
  const sendLast = useLatestWins<boolean>();

  const toggleLike = async () => {
    const wanted = !post.liked;
    setFault(undefined);
    cache.change(post._id, (shown) => withLike(shown, wanted));
    let known = post;
    const send = async (liked: boolean) => {
      const path = `/api/pt/posts/${post._id}/like` as const;
      known = await callApi(path, { method: 'POST', body: { liked }, as: 'fan' });
    };
    try {
      if (!(await sendLast(wanted, send))) return;
      cache.put(known);
      likeChannel.post(known);
      void queries.invalidateQueries({ queryKey: likersKey(post._id) });
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 404) {
        raiseToast({ kind: 'error', text: failure.message });
        await cache.remove(post._id);
        return;
      }
      const { liked, likesCount } = known;
      cache.change(post._id, (shown) => ({ ...shown, liked, likesCount }));
      setFault(errorMessage(failure));
    }
  };
  return { toggleLike, fault };
}
