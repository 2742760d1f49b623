import type { Poll, Post } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, CallFailure, raiseToast, useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { likeChannel } from './like-channel';
import { postCache } from './post-cache';
import { postAddress } from './revealed-posts';

const withPoll = (post: Post, change: (poll: Poll) => Poll): Post =>
  post.poll ? { ...post, poll: change(post.poll) } : post;

/**
 * Votes in a post's poll. Updates at once; a failure shows its reason and the poll as the server
 * has it. A post that no longer exists is removed from the lists.
 */
export function useVote({ _id: id, poll: before }: Post) {
  const queries = useQueryClient();
  const cache = postCache(queries);
  const [fault, setFault] = useState<string>();

  const refetch = async () => {
    cache.refresh(await callApi(postAddress(queries, id), { as: 'fan' }));
  };
  const vote = async (option: number) => {
    setFault(undefined);
    cache.change(id, (post) =>
      withPoll(post, (poll) => ({ ...poll, mine: option, total: poll.total + 1 })),
    );
    try {
      const path = `/api/pt/posts/${id}/vote` as const;
      const answer = await callApi(path, { method: 'POST', body: { option }, as: 'fan' });
      cache.put(answer);
      likeChannel.post(answer);
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 404) {
        raiseToast({ kind: 'error', text: failure.message });
        await cache.remove(id);
        return;
      }
      if (before) cache.change(id, (post) => withPoll(post, () => before));
      setFault(errorMessage(failure));
      // Voted on another device, or ended meanwhile. If this fails, the poll stays as it was.
      if (failure instanceof CallFailure && failure.status === 409) {
        await refetch().catch(() => undefined);
      }
    }
  };
  return { vote, fault, refetch };
}
