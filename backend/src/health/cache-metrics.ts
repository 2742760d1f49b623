import { Counter, Gauge, type Registry } from 'prom-client';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';

/** A cache as its metrics need it. */
export type MeasuredCache = Pick<ByteBoundedCache<unknown>, 'bytes' | 'hits' | 'misses'>;

/** Registers the size and the hit rate of caches by their names. */
export function registerCacheMetrics(
  registry: Registry,
  caches: ReadonlyMap<string, MeasuredCache>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'kickoff_cache_bytes',
    help: 'Approximate bytes of the values in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, { bytes }] of caches) this.set({ cache }, bytes);
    },
  });
  new Counter({
    name: 'kickoff_cache_reads_total',
    help: 'Reads of a cache that found a valid value (hit) or not (miss)',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of caches) {
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
}
