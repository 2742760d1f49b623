import type { Poll, Post } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, CallFailure, raiseToast, useMutation, useQueryClient } from '@kickoff/web';

import { likeChannel } from './like-channel';
import { choiceKey, postCache } from './post-cache';
import { postAddress } from './revealed-posts';

const withPoll = (post: Post, change: (poll: Poll) => Poll): Post =>
  post.poll ? { ...post, poll: change(post.poll) } : post;

/**
 * Votes in a post's poll. Updates at once; a failure shows its reason and the poll as the server
 * has it. A post that no longer exists is removed from the lists.
 */
export function useVote({ _id: id, poll }: Post) {
  const queries = useQueryClient();
  const cache = postCache(queries);

  const show = (option: number) =>
    cache.change(id, (post) =>
      withPoll(post, (shown) =>
        shown.mine === option ? shown : { ...shown, mine: option, total: shown.total + 1 },
      ),
    );
  const refetch = async () => {
    cache.refresh(await callApi(postAddress(queries, id), { as: 'fan' }));
  };
  const { mutate, error } = useMutation({
    mutationKey: choiceKey(id, 'vote'),
    scope: { id },
    mutationFn: (option: number) => {
      show(option);
      return callApi(`/api/pt/posts/${id}/vote`, { method: 'POST', body: { option }, as: 'fan' });
    },
    onMutate: (option) => {
      show(option);
      return poll;
    },
    onSuccess: (answer) => {
      // Not the rest: a like may be waiting to be sent.
      cache.change(id, (post) => withPoll(post, (shown) => answer.poll ?? shown));
      likeChannel.post(answer);
    },
    onError: async (failure, _, before) => {
      if (failure instanceof CallFailure && failure.status === 404) {
        raiseToast({ kind: 'error', text: failure.message });
        await cache.remove(id);
        return;
      }
      if (before) cache.change(id, (post) => withPoll(post, () => before));
      // Voted on another device, or ended meanwhile. If this fails, the poll stays as it was.
      if (failure instanceof CallFailure && failure.status === 409) {
        await refetch().catch(() => undefined);
      }
    },
  });
  return { vote: mutate, fault: error ? errorMessage(error) : undefined, refetch };
}
