import { momentInWords } from '@kickoff/ui';
import { useState } from 'react';

/**
 * Tells the moment itself to whoever points at how long ago it was. Not before: the first words of
 * a moment take a phone 50 ms, which would keep the first post back.
 */
export function useMomentTitle(time: string) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return {
    title: isWanted ? momentInWords(time) : undefined,
    onPointerEnter: want,
    onFocus: want,
  };
}
