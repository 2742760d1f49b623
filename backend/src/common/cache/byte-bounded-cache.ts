interface Entry<Value> {
  value: Value;
  bytes: number;
}

const always = () => true;

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

  constructor(readonly maxBytes: number) {}

  /** Bytes of all cached values, as stated by their callers. */
  get bytes(): number {
    return this.recentBytes + this.olderBytes;
  }

  /** Returns the value of a key; undefined if it is missing or not valid any more. */
  get(key: string, isValid: (value: Value) => boolean = always): Value | undefined {
    const entry = this.recent.get(key) ?? this.refresh(key);
    if (!entry || !isValid(entry.value)) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    return entry.value;
  }

  /** Returns the value of a key without counting a use. */
  peek(key: string): Value | undefined {
    return (this.recent.get(key) ?? this.older.get(key))?.value;
  }

  keys(): string[] {
    return [...this.older.keys(), ...this.recent.keys()];
  }

  /** Replaces the value of a key. A value above half of the bound is not cached. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.maxBytes / 2) return;
    this.add(key, { value, bytes });
  }

  /**
   * Like `set`, for a value that is loading. It is evicted if that fails, so that the next call loads
   * it again.
   *
   * @param frameBytes its bytes until it has loaded
   * @param bytesOf its bytes then
   */
  setLoading<Loaded>(
    key: string,
    value: Value,
    loading: Promise<Loaded>,
    frameBytes: number,
    bytesOf: (loaded: Loaded) => number,
  ): void {
    this.set(key, value, frameBytes);
    loading.then(
      (loaded) => {
        if (this.peek(key) === value) this.set(key, value, bytesOf(loaded));
      },
      () => {
        if (this.peek(key) === value) this.delete(key);
      },
    );
  }

  delete(key: string): void {
    this.recentBytes -= this.recent.get(key)?.bytes ?? 0;
    this.recent.delete(key);
    this.olderBytes -= this.older.get(key)?.bytes ?? 0;
    this.older.delete(key);
  }

  clear(): void {
    this.recent.clear();
    this.older.clear();
    this.recentBytes = 0;
    this.olderBytes = 0;
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
}
