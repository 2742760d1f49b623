import { errorMessage } from '@kickoff/ui';
import { callApi } from '@kickoff/web';
import { useState } from 'react';

import { usePostCache } from './post-cache';

/** Fetches all of a post about a moment that its reader has not seen, in place of its spoiler. */
export function useRevealPost(id: string) {
  const cache = usePostCache();
  const [isRevealing, setRevealing] = useState(false);
  const [fault, setFault] = useState<string>();

  const reveal = async () => {
    if (isRevealing) return;
    setFault(undefined);
    setRevealing(true);
    try {
      cache.refresh(await callApi(`/api/pt/posts/${id}?reveal=true`, { as: 'fan' }));
    } catch (failure) {
      setFault(errorMessage(failure));
    } finally {
      setRevealing(false);
    }
  };
  return { isRevealing, fault, reveal };
}
