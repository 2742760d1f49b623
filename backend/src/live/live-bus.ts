import type { LiveMessage } from './live-message.js';

export interface LiveListener {
  /** Called once per message, in order. */
  onMessage(message: LiveMessage): void;
  /** Messages may have been lost: the listener must reload its state. */
  onGap(): void;
}

/** How long messages are retained for resuming clients; the contract promises five minutes (API.md §9). */
export const RETENTION_MS = 6 * 60_000;

/** Publishes messages to all instances and retains them for `RETENTION_MS`. */
export abstract class LiveBus {
  /**
   * @param onceKey dedup key for an event that several instances detect: one of them publishes it
   */
  abstract publish(body: LiveMessage['body'], onceKey?: string): Promise<void>;
  /** The id of the last message that this instance's listeners have received. */
  abstract position(): string;
  /**
   * Returns the messages after `id` that this instance has received, oldest first; undefined if
   * `id` is invalid, unknown or too old, or the bus is not reachable.
   */
  abstract since(id: string): Promise<LiveMessage[] | undefined>;
  abstract subscribe(listener: LiveListener): void;
  abstract close(): Promise<void>;
}
