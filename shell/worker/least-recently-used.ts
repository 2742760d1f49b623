// A cache of bounded size with least-recently-used eviction.

/** Used since this worker started: open pages may request them again. */
const usedAddresses = new Set<string>();

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Evicts the least recently used entries of a cache until `max` are left.
 *
 * @param needed addresses that are never evicted
 */
export async function evictLeastUsed(
  cache: Cache,
  max: number,
  needed: ReadonlySet<string> = new Set(),
): Promise<void> {
  // A cache lists its entries in insertion order.
  const known = await cache.keys();
  const evictable = known.filter((request) => {
    const address = addressOf(request);
    return !needed.has(address) && !usedAddresses.has(address);
  });
  const surplus = Math.max(0, known.length - max);
  await Promise.all(evictable.slice(0, surplus).map((request) => cache.delete(request)));
}

/**
 * Registers the use of a cached file. Only entries of the older half are put again: newer ones are
 * not at risk, and each write costs the device.
 */
export async function registerUse(
  cache: Pick<Cache, 'keys' | 'put'>,
  max: number,
  request: Request,
  cached: Response,
): Promise<void> {
  const address = addressOf(request);
  if (usedAddresses.has(address)) return;
  usedAddresses.add(address);
  const known = await cache.keys();
  const rank = known.findIndex((other) => addressOf(other) === address);
  if (known.length - rank > max / 2) await cache.put(request, cached);
}
