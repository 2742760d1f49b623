import type { Comment, Post } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { usePostCache } from './post-cache';

/** Publishes a comment and returns the server's version of it. */
export function useAddComment(post: Post, authorId: string | undefined) {
  const cache = usePostCache();
  return async ({ text, key }: { text: string; key: string }): Promise<Comment | undefined> => {
    const answer = await callApi(`/api/pt/posts/${post._id}/comment`, {
      method: 'POST',
      body: { text },
      as: 'fan',
      idempotencyKey: key,
    });
    cache.put(answer);
    return answer.comments.findLast(({ user }) => user._id === authorId);
  };
}
