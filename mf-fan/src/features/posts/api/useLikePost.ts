import type { Post } from '@kickoff/contracts';
import { callApi, CallFailure, raiseToast, useMutation, useQueryClient } from '@kickoff/web';
import { useRef } from 'react';

import { likeChannel } from './like-channel';
import { choiceKey, usePostCache } from './post-cache';
import { likersKey } from './post-list-keys';

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
  const { _id: id } = post;
  // As the server has it, while choices are on their way.
  const stored = useRef(post);
  const mutationKey = choiceKey(id, 'like');
  const isOnly = () => queries.isMutating({ mutationKey }) === 1;

  const { mutate, error } = useMutation({
    mutationKey,
    scope: { id },
    mutationFn: (liked: boolean) =>
      callApi(`/api/pt/posts/${id}/like`, { method: 'POST', body: { liked }, as: 'fan' }),
    onMutate: (liked) => {
      if (isOnly()) stored.current = post;
      cache.change(id, (shown) => withLike(shown, liked));
    },
    onSuccess: (answer) => {
      stored.current = answer;
      if (!isOnly()) return;
      cache.put(answer);
      likeChannel.post(answer);
      void queries.invalidateQueries({ queryKey: likersKey(id) });
    },
    onError: async (failure) => {
      if (failure instanceof CallFailure && failure.status === 404) {
        raiseToast({ kind: 'error', text: failure.message });
        await cache.remove(id);
        return;
      }
      const { liked, likesCount } = stored.current;
      if (isOnly()) cache.change(id, (shown) => ({ ...shown, liked, likesCount }));
    },
  });
  return {
    toggleLike: () => mutate(!post.liked),
    fault: error?.message,
  };
}
