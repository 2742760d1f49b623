import type { MessageAnswer, Post } from '@kickoff/contracts';
import { callApi, CallFailure } from '@kickoff/web';

import { sharedValue, useShared } from '../shared-value';
import { usePostCache } from './post-cache';

/** How long a deletion can be taken back. */
const UNDO_S = 5;

/** A post that is about to go: counted down, then asked of the server, who may refuse. */
export type Leaving =
  { step: 'counted'; secondsLeft: number } | { step: 'asked' } | { step: 'refused'; fault: string };

// Outlives the cards: one that has been scrolled away goes nevertheless.
const leavingPosts = sharedValue<ReadonlyMap<string, Leaving>>(new Map());
const timers = new Map<string, () => void>();

function setLeaving(id: string, leaving: Leaving | undefined): void {
  const next = new Map(leavingPosts.get());
  if (leaving) next.set(id, leaving);
  else next.delete(id);
  leavingPosts.set(next);
}

function stopTimer(id: string): void {
  timers.get(id)?.();
  timers.delete(id);
}

function startTimer(id: string, onTime: () => void): void {
  stopTimer(id);
  let secondsLeft = UNDO_S;
  setLeaving(id, { step: 'counted', secondsLeft });
  const go = () => {
    stopTimer(id);
    onTime();
  };
  const interval = setInterval(() => {
    secondsLeft -= 1;
    if (secondsLeft === 0) go();
    else setLeaving(id, { step: 'counted', secondsLeft });
  }, 1000);
  // Who leaves the page has had the chance to think again.
  window.addEventListener('pagehide', go);
  timers.set(id, () => {
    clearInterval(interval);
    window.removeEventListener('pagehide', go);
  });
}

/**
 * Deletes an own post after a few seconds in which it can be undone. It leaves
 * the lists when the server says that it is gone, and not before.
 */
export function useDeletePost({ _id: id }: Post) {
  const cache = usePostCache();
  const leaving = useShared(leavingPosts, (posts) => posts.get(id));
  const ask = async () => {
    setLeaving(id, { step: 'asked' });
    try {
      await callApi<MessageAnswer>(`/api/user/posts/${id}`, { method: 'DELETE', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (!isGone) {
        const fault = failure instanceof Error ? failure.message : String(failure);
        setLeaving(id, { step: 'refused', fault });
        return;
      }
    }
    await cache.remove(id);
    setLeaving(id, undefined);
  };
  return {
    leaving,
    deletePost: () => startTimer(id, () => void ask()),
    undo: () => {
      stopTimer(id);
      setLeaving(id, undefined);
    },
  };
}
