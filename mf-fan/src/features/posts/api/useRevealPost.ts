import { errorMessage } from '@kickoff/ui';
import { callApi, useQueryClient } from '@kickoff/web';
import { useState } from 'react';

import { postCache } from './post-cache';
import { markRevealed } from './revealed-posts';

/**
 * Fetches all of a post about a moment that its reader has not seen, in place of its spoiler. Later
 * fetches of the post are whole as well.
 */
export function useRevealPost(id: string) {
  const queries = useQueryClient();
  const [isRevealing, setRevealing] = useState(false);
  const [fault, setFault] = useState<string>();

  const reveal = async () => {
    if (isRevealing) return;
    setFault(undefined);
    setRevealing(true);
    try {
      const post = await callApi(`/api/pt/posts/${id}?reveal=true`, { as: 'fan' });
      markRevealed(queries, id);
      postCache(queries).refresh(post);
    } catch (failure) {
      setFault(errorMessage(failure));
    } finally {
      setRevealing(false);
    }
  };
  return { isRevealing, fault, reveal };
}
