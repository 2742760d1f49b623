import { useRef } from 'react';

/**
 * Sends one request at a time. While one is in flight only the newest value is queued. Resolves to
 * false at once for a value that the running requests cover.
 */
export function useLatestWins<Value>() {
  const running = useRef<{ value: Value }>(undefined);
  return async (value: Value, send: (value: Value) => Promise<void>): Promise<boolean> => {
    if (running.current) {
      running.current.value = value;
      return false;
    }
    const now = { value };
    running.current = now;
    try {
      let sent: Value;
      do {
        sent = now.value;
        await send(sent);
      } while (now.value !== sent);
      return true;
    } finally {
      running.current = undefined;
    }
  };
}
