/** Pseudo-random numbers in [0, 1), reproducible from a seed. */
export type Random = () => number;

/**
 * FNV-1a of the seed into mulberry32: the demo season is equal on all instances and after
 * restarts.
 */
export function randomOf(seed: string): Random {
  let hash = 0x811c9dc5;
  for (const character of seed) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }

  let state = hash >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shuffles items. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** A random integer from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number, random: Random): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** A Poisson-distributed count (Knuth's algorithm, for small means). */
export function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** A random index, weighted. */
export function weightedIndex(weights: readonly number[], random: Random): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let rest = random() * total;
  const index = weights.findIndex((weight) => (rest -= weight) < 0);
  return index === -1 ? weights.length - 1 : index;
}
