import type { Comment, Post } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { FIRST_STEPS_KEY } from '../../../first-steps-key';
import { commentsKey } from './post-list-keys';
import { usePostCache } from './post-cache';

/** Publishes a comment and returns the server's version of it. */
export function useAddComment(post: Post, authorId: string | undefined) {
  const cache = usePostCache();
  const queries = useQueryClient();
  return async ({ text, key }: { text: string; key: string }): Promise<Comment | undefined> => {
    const answer = await callApi(`/api/pt/posts/${post._id}/comment`, {
      method: 'POST',
      body: { text },
      as: 'fan',
      idempotencyKey: key,
    });
    cache.put(answer);
    void queries.invalidateQueries({ queryKey: commentsKey(post._id) });
    // A newcomer's first comment is a step.
    void queries.invalidateQueries({ queryKey: FIRST_STEPS_KEY });
    return answer.comments.findLast(({ user }) => user._id === authorId);
  };
}
