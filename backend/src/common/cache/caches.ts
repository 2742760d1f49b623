import { Global, Injectable, Module } from '@nestjs/common';

import { ByteBoundedCache } from './byte-bounded-cache.js';

/** What the metrics contain of a cache. */
export type MeasuredCache = Pick<
  ByteBoundedCache<unknown>,
  'bytes' | 'maxBytes' | 'hits' | 'misses'
>;

/** Creates the caches of this process, so that each has a bound and is in the metrics. */
@Injectable()
export class Caches {
  private readonly caches = new Map<string, MeasuredCache>();

  /** All caches by name. */
  get all(): ReadonlyMap<string, MeasuredCache> {
    return this.caches;
  }

  /** @param name label of the cache in the metrics */
  create<Value>(name: string, maxBytes: number): ByteBoundedCache<Value> {
    const cache = new ByteBoundedCache<Value>(maxBytes);
    this.add(name, cache);
    return cache;
  }

  /** Adds a cache that bounds itself. */
  add(name: string, cache: MeasuredCache): void {
    this.caches.set(name, cache);
  }
}

@Global()
@Module({ providers: [Caches], exports: [Caches] })
export class CacheModule {}
