import { errorMessage } from '@kickoff/ui';
import { loadPendingDeletions } from '@kickoff/web';

import { type PostDeletion, postDeletions } from './post-deletions';
import type { PostCache } from './post-cache';

/** Undo period of a deletion, in seconds. */
const UNDO_S = 5;

const timers = new Map<string, () => void>();

function setPostDeletion(id: string, leaving: PostDeletion | undefined): void {
  const next = new Map(postDeletions.get());
  if (leaving) next.set(id, leaving);
  else next.delete(id);
  postDeletions.set(next);
}

function stopTimer(id: string): void {
  timers.get(id)?.();
  timers.delete(id);
}

function startTimer(id: string, onTime: () => void): void {
  stopTimer(id);
  let secondsLeft = UNDO_S;
  setPostDeletion(id, { step: 'counted', secondsLeft });
  const go = () => {
    stopTimer(id);
    onTime();
  };
  const interval = setInterval(() => {
    secondsLeft -= 1;
    if (secondsLeft === 0) go();
    else setPostDeletion(id, { step: 'counted', secondsLeft });
  }, 1000);
  // Leaving the page ends the undo period.
  window.addEventListener('pagehide', go);
  timers.set(id, () => {
    clearInterval(interval);
    window.removeEventListener('pagehide', go);
  });
}

/** Deletes an own post after its undo period. */
export async function deletePost(id: string, cache: PostCache): Promise<void> {
  const deletions = await loadPendingDeletions();
  const path = pathOf(id);
  const ask = async () => {
    // A logout has sent it already, and the session is over.
    if (!deletions.isDeletionPending(path)) {
      setPostDeletion(id, undefined);
      return;
    }
    setPostDeletion(id, { step: 'asked' });
    try {
      await deletions.sendDeletion(path);
    } catch (failure) {
      const fault = errorMessage(failure);
      setPostDeletion(id, { step: 'refused', fault });
      // The error is shown and the post stays.
      deletions.forgetDeletion(path);
      return;
    }
    await cache.remove(id);
    setPostDeletion(id, undefined);
  };
  deletions.deferDeletion(path);
  startTimer(id, () => void ask());
}

export async function undoDeletion(id: string): Promise<void> {
  stopTimer(id);
  setPostDeletion(id, undefined);
  (await loadPendingDeletions()).forgetDeletion(pathOf(id));
}

function pathOf(id: string): string {
  return `/api/user/posts/${id}`;
}
