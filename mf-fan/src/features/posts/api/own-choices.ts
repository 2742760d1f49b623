import type { QueryClient } from '@kickoff/web';

import { likeChannel } from './like-channel';
import { postKey } from './post-cache';

/**
 * Watches a reader's choices, in this tab and in others. A response that was read before a choice
 * would undo it on the screen.
 *
 * @param onFailed called with the post's id after a choice of this tab has failed and is reverted
 */
export function watchOwnChoices(
  queries: QueryClient,
  onFailed: (id: string) => void = () => undefined,
) {
  let count = 0;
  let isStopped = false;
  const chosenAt = new Map<string, number>();
  const chosen = (id: string) => {
    count += 1;
    chosenAt.set(id, count);
    const ofPage = { queryKey: postKey(id), exact: true };
    // Cancels the request in flight and repeats it.
    if (queries.isFetching(ofPage) > 0) void queries.invalidateQueries(ofPage);
  };
  const stopTabs = likeChannel.subscribe(({ _id }) => chosen(_id));
  const stopMutations = queries.getMutationCache().subscribe(({ type, mutation }) => {
    const [of, id] = mutation?.options.mutationKey ?? [];
    if (type !== 'updated' || of !== 'post' || typeof id !== 'string') return;
    chosen(id);
    if (mutation.state.status === 'error') onFailed(id);
  });
  return {
    /**
     * Starts a read. Returns whether a post of its response may be stored: not if the reader has
     * made a choice about it since, or one is on its way, nor after the end of the watch.
     */
    startRead: () => {
      const start = count;
      return ({ _id }: { _id: string }): boolean =>
        !isStopped &&
        (chosenAt.get(_id) ?? 0) <= start &&
        queries.isMutating({ mutationKey: postKey(_id) }) === 0;
    },
    stop: () => {
      isStopped = true;
      stopTabs();
      stopMutations();
    },
  };
}
