import { DEMO_FANS } from './cast.js';
import type { DemoPost } from './posts.js';

/**
 * The fans that each fan of the cast follows, by positions. The first two follow enough fans for a full
 * feed.
 */
export const DEMO_FOLLOWS: readonly (readonly number[])[] = DEMO_FANS.map((_, fan) => {
  if (fan === 0) return [1, 2, 3, 6, 8, 9, 14, 20];
  if (fan === 1) return [0, 2, 4, 8, 16, 20];
  // The newest fan follows nobody yet.
  if (fan === DEMO_FANS.length - 1) return [];
  // Everyone else a handful, spread over the cast so that friends of friends exist.
  return [1, 2, 5, 9, 14]
    .map((step) => (fan * 3 + step) % DEMO_FANS.length)
    .filter((other) => other !== fan);
});

/**
 * Returns who likes a post: the given number of fans who had registered by then, the same ones on
 * every run, without the author.
 */
export function demoLikers(post: number, { by, hoursAgo, likes }: DemoPost): number[] {
  return DEMO_FANS.map((_, at) => (post * 5 + at * 7) % DEMO_FANS.length)
    .filter((fan) => fan !== by && (DEMO_FANS[fan]?.joinedDaysAgo ?? 0) * 24 > hoursAgo)
    .slice(0, likes);
}
