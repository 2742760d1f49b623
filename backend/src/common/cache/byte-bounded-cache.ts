interface Entry<Value> {
  value: Value;
  bytes: number;
}

/**
 * Caches values by key up to a number of bytes. Above half of them, entries that were not used since
 * the last time are evicted, so that a hit costs no reordering.
 */
export class ByteBoundedCache<Value> {
  hits = 0;
  misses = 0;
  private recent = new Map<string, Entry<Value>>();
  private older = new Map<string, Entry<Value>>();
  private recentBytes = 0;
  private olderBytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Bytes of all cached values, as stated by their callers. */
  get bytes(): number {
    return this.recentBytes + this.olderBytes;
  }

  /** Returns the value of a key; undefined if it is missing or not valid any more. */
  get(key: string, isValid: (value: Value) => boolean): Value | undefined {
    const entry = this.recent.get(key) ?? this.refresh(key);
    if (!entry || !isValid(entry.value)) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    return entry.value;
  }

  /** Replaces the value of a key. A value above half of the bound is not cached. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.maxBytes / 2) return;
    this.add(key, { value, bytes });
  }

  /** Moves an entry that is used again to the recent ones. */
  private refresh(key: string): Entry<Value> | undefined {
    const entry = this.older.get(key);
    if (!entry) return undefined;
    this.delete(key);
    this.add(key, entry);
    return entry;
  }

  private add(key: string, entry: Entry<Value>): void {
    if (this.recentBytes + entry.bytes > this.maxBytes / 2) {
      this.older = this.recent;
      this.olderBytes = this.recentBytes;
      this.recent = new Map();
      this.recentBytes = 0;
    }
    this.recent.set(key, entry);
    this.recentBytes += entry.bytes;
  }

  private delete(key: string): void {
    this.recentBytes -= this.recent.get(key)?.bytes ?? 0;
    this.recent.delete(key);
    this.olderBytes -= this.older.get(key)?.bytes ?? 0;
    this.older.delete(key);
  }
}
