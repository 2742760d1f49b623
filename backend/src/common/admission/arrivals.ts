import type { IncomingMessage } from 'node:http';

const arrivals = new WeakMap<IncomingMessage, number>();

/** Records when a request arrived, before it waits for admission. */
export function registerArrival(request: IncomingMessage): void {
  arrivals.set(request, performance.now());
}

/** When a request arrived, in ms of `performance.now()`; now where it was not recorded. */
export function arrivalOf(request: IncomingMessage): number {
  return arrivals.get(request) ?? performance.now();
}
