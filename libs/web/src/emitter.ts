export interface Emitter<Event> {
  emit: (event: Event) => void;
  /** Subscribes a listener; returns the unsubscribe function. */
  on: (listener: (event: Event) => void) => () => void;
}

/** Passes events between the parts of a page. */
export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
