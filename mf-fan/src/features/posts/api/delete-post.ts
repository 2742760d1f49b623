import { loadPendingDeletions } from '@kickoff/web';

import { setLeaving } from './leaving-posts';
import type { PostCache } from './post-cache';

/** How long a deletion can be taken back. */
const UNDO_S = 5;

const timers = new Map<string, () => void>();

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

/** Deletes an own post after a few seconds in which it can be undone. */
export async function deletePost(id: string, cache: PostCache): Promise<void> {
  const deletions = await loadPendingDeletions();
  const path = pathOf(id);
  const ask = async () => {
    // A logout has sent it already, and the session is over.
    if (!deletions.isDeletionPending(path)) {
      setLeaving(id, undefined);
      return;
    }
    setLeaving(id, { step: 'asked' });
    try {
      await deletions.sendDeletion(path);
    } catch (failure) {
      const fault = failure instanceof Error ? failure.message : String(failure);
      setLeaving(id, { step: 'refused', fault });
      // The failure is shown, the post stays.
      deletions.forgetDeletion(path);
      return;
    }
    await cache.remove(id);
    setLeaving(id, undefined);
  };
  deletions.deferDeletion(path);
  startTimer(id, () => void ask());
}

export async function undoDeletion(id: string): Promise<void> {
  stopTimer(id);
  setLeaving(id, undefined);
  (await loadPendingDeletions()).forgetDeletion(pathOf(id));
}

function pathOf(id: string): string {
  return `/api/user/posts/${id}`;
}
