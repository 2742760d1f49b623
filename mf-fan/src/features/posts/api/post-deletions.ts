import { sharedValue } from '../shared-value';

/** State of a post's deletion: counting down the undo period, requested, or rejected. */
export type PostDeletion =
  | { step: 'counted'; secondsLeft: number }
  | { step: 'asked' }
  | { step: 'refused'; fault: string };

// Outlives the cards: a post that was scrolled away is deleted nevertheless.
export const postDeletions = sharedValue<ReadonlyMap<string, PostDeletion>>(new Map());
