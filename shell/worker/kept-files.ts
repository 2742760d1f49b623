// A cache that holds so many files at most: the least recently used goes first.

/** Addresses that were used since this worker started: open pages may ask for them again. */
const usedNow = new Set<string>();

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/**
 * Removes the least recently used entries of a cache until `most` are left.
 *
 * @param needed addresses that are never removed
 */
export async function dropLeastUsed(
  cache: Cache,
  most: number,
  needed: ReadonlySet<string> = new Set(),
): Promise<void> {
  // A cache lists its entries in the order in which they were put.
  const known = await cache.keys();
  const spare = known.filter((request) => {
    const address = addressOf(request);
    return !needed.has(address) && !usedNow.has(address);
  });
  const surplus = Math.max(0, known.length - most);
  await Promise.all(spare.slice(0, surplus).map((request) => cache.delete(request)));
}

/**
 * Notes that a kept file was used. It is put again only where it is among the
 * older half: a newer one is in no danger, and each writing costs the device.
 */
export async function noteUse(
  cache: Pick<Cache, 'keys' | 'put'>,
  most: number,
  request: Request,
  kept: Response,
): Promise<void> {
  const address = addressOf(request);
  if (usedNow.has(address)) return;
  usedNow.add(address);
  const known = await cache.keys();
  const rank = known.findIndex((other) => addressOf(other) === address);
  if (known.length - rank > most / 2) await cache.put(request, kept);
}
