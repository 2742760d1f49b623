import { sharedValue } from '../shared-value';

/** A post that is about to go: counted down, then asked of the server, who may refuse. */
export type Leaving =
  { step: 'counted'; secondsLeft: number } | { step: 'asked' } | { step: 'refused'; fault: string };

// Outlives the cards: one that has been scrolled away goes nevertheless.
export const leavingPosts = sharedValue<ReadonlyMap<string, Leaving>>(new Map());

export function setLeaving(id: string, leaving: Leaving | undefined): void {
  const next = new Map(leavingPosts.get());
  if (leaving) next.set(id, leaving);
  else next.delete(id);
  leavingPosts.set(next);
}
