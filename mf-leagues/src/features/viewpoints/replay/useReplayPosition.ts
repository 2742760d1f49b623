import type { Viewpoint } from '@kickoff/contracts';
import { useEffect, useState } from 'react';

import { positionAt } from './replay-position';

const TICK_MS = 250;

/**
 * The position that the server has moved to by now, in seconds. It updates while playing.
 *
 * @param isOver whether the match is over at this position
 */
export function useReplayPosition(viewpoint: Viewpoint, isOver: boolean): number {
  const [elapsed, setElapsed] = useState({ since: viewpoint, ms: 0 });
  useEffect(() => {
    if (!viewpoint.playing) return undefined;
    const start = Date.now();
    const timer = setInterval(
      () => setElapsed({ since: viewpoint, ms: Date.now() - start }),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [viewpoint]);
  return positionAt(viewpoint, elapsed.since === viewpoint ? elapsed.ms : 0, isOver);
}
