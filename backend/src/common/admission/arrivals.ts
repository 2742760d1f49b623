import type { IncomingMessage } from 'node:http';

const arrivals = new WeakMap<IncomingMessage, number>();

/** Records when a request arrived, before it waits for admission. */
export function registerArrival(request: IncomingMessage): void {
  arrivals.set(request, performance.now());
}

/**
 * Returns the arrival time of a request in ms of `performance.now()`; now if it was not recorded.
 */
export function arrivalOf(request: IncomingMessage): number {
  return arrivals.get(request) ?? performance.now();
}
