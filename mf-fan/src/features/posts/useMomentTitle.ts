import { formatDateTime } from '@kickoff/ui';
import { useState } from 'react';

/**
 * Returns the exact time as a tooltip on hover or focus. Not earlier: the first formatting takes a
 * phone 50 ms, which would delay the first post.
 */
export function useMomentTitle(time: string) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return {
    title: isWanted ? formatDateTime(time) : undefined,
    onPointerEnter: want,
    onFocus: want,
  };
}
