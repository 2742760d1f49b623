import type { Post } from '@kickoff/contracts';
import { deferDeletion, forgetDeletion, isDeletionPending, sendDeletion } from '@kickoff/web';

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
  const path = `/api/user/posts/${id}`;
  const ask = async () => {
    // A logout has sent it already, and the session is over.
    if (!isDeletionPending(path)) {
      setLeaving(id, undefined);
      return;
    }
    setLeaving(id, { step: 'asked' });
    try {
      await sendDeletion(path);
    } catch (failure) {
      const fault = failure instanceof Error ? failure.message : String(failure);
      setLeaving(id, { step: 'refused', fault });
      // The fan is told that the post stays.
      forgetDeletion(path);
      return;
    }
    await cache.remove(id);
    setLeaving(id, undefined);
  };
  return {
    leaving,
    deletePost: () => {
      deferDeletion(path);
      startTimer(id, () => void ask());
    },
    undo: () => {
      stopTimer(id);
      forgetDeletion(path);
      setLeaving(id, undefined);
    },
  };
}
