type Store = Map<string, unknown>;

/** Completes in a later microtask, like a browser. */
class DatabaseRequest<Result> extends EventTarget {
  result: Result | undefined;
  readonly error = null;

  constructor(work: () => Result, before?: () => void) {
    super();
    queueMicrotask(() => {
      this.result = work();
      before?.call(this);
      this.dispatchEvent(new Event('success'));
    });
  }
}

class Database {
  readonly stores = new Map<string, Store>();

  createObjectStore(name: string): void {
    this.stores.set(name, new Map());
  }

  transaction(name: string) {
    const store = this.stores.get(name) ?? new Map<string, unknown>();
    return Object.assign(new EventTarget(), {
      objectStore: () => ({
        put: (value: unknown, key: string) => new DatabaseRequest(() => store.set(key, value)),
        get: (key: string) => new DatabaseRequest(() => store.get(key)),
        delete: (key: string) => new DatabaseRequest(() => store.delete(key)),
        getAllKeys: () => new DatabaseRequest(() => [...store.keys()]),
      }),
    });
  }

  close(): void {
    // Nothing is held open.
  }
}

/** Installs an empty IndexedDB with only the operations that KickOff uses. */
export function fakeIndexedDb(): { keys: (store: string) => string[] } {
  const database = new Database();
  const open = () => {
    const isNew = database.stores.size === 0;
    const request: DatabaseRequest<Database> = new DatabaseRequest(
      () => database,
      () => {
        if (isNew) request.dispatchEvent(new Event('upgradeneeded'));
      },
    );
    return request;
  };
  Object.defineProperty(globalThis, 'indexedDB', { value: { open }, configurable: true });
  return { keys: (store) => [...(database.stores.get(store)?.keys() ?? [])] };
}
