import { defineCollection } from '../mongo/collections.js';

/**
 * One call that a client may repeat: what it asked, and the id and status of its result. The
 * answer itself is not stored: a repeated call reads its result anew, so a row stays small
 * whatever the answer comes to.
 */
export interface IdempotencyKey {
  /** The fan and the key the client made. */
  _id: string;

  /** A hash of what was asked, so that one key never answers for another request. */
  fingerprint: string;

  /** The id of the call's result, the same at every try: a second try meets the first one's work. */
  resultId: string;

  /** Names the try that holds the key. */
  attempt: string;

  /** Until then the try is taken for running. */
  heldUntil: Date;

  /** The status of the answer, there once the call is done. */
  status?: number;
  expiresAt: Date;
}

export const idempotencyKeysCollection = defineCollection<IdempotencyKey>('idempotency_keys')
  // Deleted after 24 hours.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
