import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { newId } from '../../common/mongo/ids.js';
import { CodedError, Conflict, Unavailable } from '../errors/coded-errors.js';
import { Clock } from '../time/clock.js';
import type { IdempotencyKey } from './idempotency-key.schema.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Retention of a key, and the lease of an unfinished call (API.md §1). */
const RETENTION_MS = 24 * 60 * 60_000;
const LEASE_MS = 60_000;

/** Poll interval and maximum wait of a concurrent attempt. */
const LOOK_MS = 50;
const WAIT_MS = 10_000;

/** The result that a request creates. */
export interface CallResult {
  /** 24 hexadecimal digits, equal for all attempts of the request. */
  id: string;
  /**
   * Whether an earlier attempt has finished: then nothing is created, and the result is read again.
   */
  exists: boolean;
  /** Whether an earlier attempt did not finish: it may have stored the result. */
  isRetry?: boolean;
}

/** Status of a finished attempt. */
export interface CallAnswer {
  status: number;
  body: unknown;
  /** Set if the result has another id than the request was to create. */
  resultId?: string;
}

/**
 * Makes repeated requests idempotent. The result's id is stored in the key's row before the work
 * starts and is equal for all attempts, so a retry after a crash finds what the first one stored.
 */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly repository: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs the work, or reads its result again with the status of the first response.
   *
   * @param key the fan's and the client's key
   * @param fingerprint of the request; another one for the same key is refused
   * @param work creates the result with this id, or reads it if it exists
   * @throws Conflict for another fingerprint
   * @throws Unavailable if another attempt is still running after 10 s
   */
  async once(
    key: string,
    fingerprint: string,
    work: (result: CallResult) => Promise<CallAnswer>,
  ): Promise<CallAnswer> {
    const { row, isRetry } = await this.hold(key, fingerprint);
    if (row.status !== undefined) {
      const { body } = await work({ id: row.resultId, exists: true });
      return { status: row.status, body };
    }
    try {
      const answer = await work({ id: row.resultId, exists: false, isRetry });
      const { status, resultId = row.resultId } = answer;
      await this.repository.finish(row, { status, resultId });
      return answer;
    } catch (error) {
      await this.letGo(row, error);
      throw error;
    }
  }

  /** Removes the keys of a fan. */
  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }

  /** Acquires the key for this attempt, or returns its finished row. */
  private async hold(
    key: string,
    fingerprint: string,
  ): Promise<{ row: IdempotencyKey; isRetry: boolean }> {
    const attempt = randomUUID();
    const endMs = Date.now() + WAIT_MS;
    while (Date.now() < endMs) {
      const now = this.clock.now();
      const row: IdempotencyKey = {
        _id: key,
        fingerprint,
        resultId: newId(),
        attempt,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
        expiresAt: new Date(now.getTime() + RETENTION_MS),
      };
      const known = await this.repository.find(key);
      if (!known) {
        if (await this.repository.insert(row)) return { row, isRetry: false };
        continue;
      }
      if (known.expiresAt <= now) {
        await this.repository.remove(known);
        continue;
      }
      if (known.fingerprint !== fingerprint) {
        throw new Conflict('This Idempotency-Key was used for another request');
      }
      if (known.status !== undefined) return { row: known, isRetry: true };
      const taken = await this.repository.takeOver(key, now, row);
      if (taken) return { row: taken, isRetry: true };
      await delay(LOOK_MS);
    }
    throw new Unavailable('The same request is still running. Please try again.');
  }

  /**
   * Deletes the row of a refused attempt. After any other error the work may be done: the row and
   * its result id remain, released for the next attempt.
   */
  private async letGo(row: IdempotencyKey, error: unknown): Promise<void> {
    const isRefusal = error instanceof CodedError && error.status < 500;
    try {
      if (isRefusal) await this.repository.forget(row);
      else await this.repository.release(row, this.clock.now());
    } catch {
      // The database is unavailable: the lease expires instead.
    }
  }
}
