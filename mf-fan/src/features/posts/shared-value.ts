import { useSyncExternalStore } from 'react';

/** An observable value outside of the component tree. */
export interface SharedValue<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Subscribes to the part of a shared value that `select` returns. */
export function useShared<Value, Part>(
  shared: SharedValue<Value>,
  select: (value: Value) => Part,
): Part {
  return useSyncExternalStore(shared.subscribe, () => select(shared.get()));
}
