import { useRef } from 'react';

/**
 * Sends what somebody wants, one call after the other: of wishes that come
 * while a call is on its way, the last is what the server hears last. Resolves
 * to whether it sent them; `false`, at once, for a wish that calls under way
 * take along.
 */
export function useLastWish<Wish>() {
  const running = useRef<{ wish: Wish }>();
  return async (wish: Wish, send: (wish: Wish) => Promise<void>): Promise<boolean> => {
    if (running.current) {
      running.current.wish = wish;
      return false;
    }
    const now = { wish };
    running.current = now;
    try {
      let sent: Wish;
      do {
        sent = now.wish;
        await send(sent);
      } while (now.wish !== sent);
      return true;
    } finally {
      running.current = undefined;
    }
  };
}
