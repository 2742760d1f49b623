import { useEffect, useState } from 'react';

import { shareLive } from './share-live';

/** What lasts no longer than this nobody has to hear of. */
const QUIET_MS = 2_000;

/** Hears the server while it is drawn, and tells whether that has been impossible for a while. */
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
