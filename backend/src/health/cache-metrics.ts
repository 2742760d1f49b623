import { Counter, Gauge, type Registry } from 'prom-client';

import type { Caches } from '../common/cache/caches.js';

/** Registers the size, the bound and the hit rate of all caches by their names. */
export function registerCacheMetrics(registry: Registry, caches: Caches): void {
  const registers = [registry];
  new Gauge({
    name: 'kickoff_cache_bytes',
    help: 'Approximate bytes of the values in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, { bytes }] of caches.all) this.set({ cache }, bytes);
    },
  });
  new Gauge({
    name: 'kickoff_cache_max_bytes',
    help: 'Bound of the bytes of the values in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, { maxBytes }] of caches.all) this.set({ cache }, maxBytes);
    },
  });
  new Counter({
    name: 'kickoff_cache_reads_total',
    help: 'Reads of a cache that found a valid value (hit) or not (miss)',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, { hits, misses }] of caches.all) {
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
}
