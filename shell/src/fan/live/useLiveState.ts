import { useEffect, useState } from 'react';

import { shareLive } from './share-live';

/** Shorter interruptions are not shown. */
const QUIET_MS = 2_000;

/** Receives live events while mounted; returns whether the connection has been lost for a while. */
export function useLiveState(): { isReconnecting: boolean } {
  const [isReconnecting, setReconnecting] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = shareLive((isOn) => {
      clearTimeout(timer);
      if (isOn) setReconnecting(false);
      else timer = setTimeout(() => setReconnecting(true), QUIET_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return { isReconnecting };
}
