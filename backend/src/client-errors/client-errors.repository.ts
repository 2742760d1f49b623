import { Injectable } from '@nestjs/common';
import { type Collection, mongo, Types } from 'mongoose';

import { countAll } from '../common/mongo/count-all.js';
import { toStringIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { readPage } from '../common/mongo/read-page.js';
import {
  type StoredClientErrorMinute,
  clientErrorMinutesCollection,
} from './client-error-minute.schema.js';
import {
  type ClientError,
  type StoredClientError,
  clientErrorsCollection,
} from './client-error.schema.js';

const MINUTE_MS = 60_000;

/** Identity of an error. */
export type ErrorIdentity = Pick<ClientError, 'kind' | 'remote' | 'page' | 'version' | 'message'>;

/** All database access of errors in browsers. */
@Injectable()
export class ClientErrorsRepository {
  constructor(
    @InjectCollection(clientErrorsCollection)
    private readonly errors: Collection<StoredClientError>,
    @InjectCollection(clientErrorMinutesCollection)
    private readonly minutes: Collection<StoredClientErrorMinute>,
  ) {}

  /** Counts an error of a remote in the present minute. */
  async countMinute(error: Pick<ClientError, 'kind' | 'remote'>, now: Date): Promise<void> {
    const minute = new Date(now.getTime() - (now.getTime() % MINUTE_MS));
    const row = { minute, remote: error.remote, kind: error.kind };
    const count = () => this.minutes.updateOne(row, { $inc: { count: 1 } }, { upsert: true });
    try {
      await count();
    } catch (failure) {
      // A concurrent report inserted it.
      if (!isDuplicateKey(failure)) throw failure;
      await count();
    }
  }

  /** Sums errors by remote and kind in the minutes after a moment. */
  sumSince(after: Date): Promise<{ _id: Pick<ClientError, 'remote' | 'kind'>; count: number }[]> {
    return this.minutes
      .aggregate<{ _id: Pick<StoredClientError, 'remote' | 'kind'>; count: number }>([
        { $match: { minute: { $gt: after } } },
        { $group: { _id: { remote: '$remote', kind: '$kind' }, count: { $sum: '$count' } } },
      ])
      .toArray();
  }

  /** Finds the newest errors of a remote. */
  findNewest(remote: string, size: number): Promise<ClientError[]> {
    return this.errors
      .find({ remote }, { sort: { lastAt: -1 }, limit: size, batchSize: size })
      .toArray()
      .then(toStringIds);
  }

  /** Increments an existing error. Returns false if it does not exist. */
  async countAgain(error: ErrorIdentity, now: Date): Promise<boolean> {
    const { matchedCount } = await this.errors.updateOne(error, {
      $inc: { count: 1 },
      $max: { lastAt: now },
    });
    return matchedCount === 1;
  }

  /** Inserts an error, or increments it if a concurrent report inserted it. */
  async add(error: ErrorIdentity, now: Date): Promise<void> {
    try {
      await this.errors.insertOne({
        _id: new Types.ObjectId(),
        ...error,
        count: 1,
        firstAt: now,
        lastAt: now,
      });
    } catch (failure) {
      if (!isDuplicateKey(failure)) throw failure;
      await this.countAgain(error, now);
    }
  }

  count(): Promise<number> {
    return countAll(this.errors);
  }

  /** Finds errors after a position, newest first. */
  async findPage(size: number, after?: Position): Promise<PageRows<ClientError>> {
    const errors = this.errors.find(keyset(after, { at: 'lastAt' }), {
      sort: { lastAt: -1, _id: -1 },
      limit: size + 1,
      batchSize: size + 1,
    });
    return toStringIds(await readPage(errors, { size }, mongo.BSON.calculateObjectSize));
  }
}
