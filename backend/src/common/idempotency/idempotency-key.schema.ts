import { defineCollection } from '../mongo/collections.js';

/**
 * A request that a client may repeat, with the id and status of its result. The response is not
 * stored: a repeated request reads its result again, so rows stay small.
 */
export interface IdempotencyKey {
  /** The account and the client's key. */
  _id: string;

  /** Hash of the request, so that a key is never reused for another request. */
  fingerprint: string;

  /**
   * Id of the result, equal for all attempts, so that a later one finds what an earlier one stored.
   */
  resultId: string;

  /** The attempt that holds the lease on the key. */
  attempt: string;

  /** Expiry of the lease. */
  leaseUntil: Date;

  /** Status of the response, set once the request is done. */
  status?: number;
  expiresAt: Date;
}

export const idempotencyKeysCollection = defineCollection<IdempotencyKey>('idempotency_keys')
  // Deleted after 24 hours.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
