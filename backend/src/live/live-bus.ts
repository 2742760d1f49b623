import type { LiveMessage } from './live-message.js';

export interface LiveListener {
  /** Each message once and in order. */
  hear(message: LiveMessage): void;
  /** Messages may have been missed: whoever listens has to begin anew. */
  lose(): void;
}

/** How long a message is kept for those who come back; the contract promises five minutes (API.md §9). */
export const KEPT_MS = 6 * 60_000;

/** Carries what happens to all instances and keeps it for a while. */
export abstract class LiveBus {
  /**
   * @param onceKey names news that several instances notice at the same time, so
   *   that one of them is enough
   */
  abstract publish(body: LiveMessage['body'], onceKey?: string): Promise<void>;
  /** Where the listeners of this instance stand: they have heard everything up to here. */
  abstract position(): string;
  /**
   * What came after `id` and has been heard here, oldest first; undefined where
   * that cannot be told, whatever `id` is.
   */
  abstract since(id: string): Promise<LiveMessage[] | undefined>;
  abstract listen(listener: LiveListener): void;
  abstract close(): Promise<void>;
}
