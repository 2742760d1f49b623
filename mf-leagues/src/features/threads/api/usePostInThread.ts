import type { ThreadRow } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { mergeRow, type ThreadPages } from '../thread-rows';
import { rowsKey } from './useThread';

interface UnsentPost {
  text: string;
  /** Idempotency key of the write. */
  key: string;
}

/** Publishes a post in the thread of a match and adds it to the cached rows. Idempotent per draft. */
export function usePostInThread(matchId: string) {
  const queries = useQueryClient();
  return async ({ text, key }: UnsentPost): Promise<void> => {
    const form = new FormData();
    form.set('text', text);
    form.set('matchId', matchId);
    const post = await callApi('/api/pt/posts', {
      method: 'POST',
      body: form,
      as: 'fan',
      idempotencyKey: key,
    });

    const queryKey = rowsKey(matchId);
    const isFetching = queries.isFetching({ queryKey }) > 0;
    // Rows in flight were requested before the post existed and would overwrite it.
    await queries.cancelQueries({ queryKey });
    const minute = post.match?.minute ?? null;
    // Of a fan with a delay the event that follows has the earlier moment.
    const row: ThreadRow = { kind: 'post', minute, at: post.createdAt, post };
    // An own post is in both lists.
    queries.setQueriesData<ThreadPages>({ queryKey }, (data) => data && mergeRow(data, row));
    if (isFetching) void queries.invalidateQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
  };
}
