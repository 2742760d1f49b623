import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../mongo/collections.js';
import { isDuplicateKey } from '../mongo/database-away.js';
import { type Lease, leasesCollection } from './lease.schema.js';

/**
 * Leases: one instance at a time runs a job. Times are the database's, so the instances' clocks may
 * differ.
 */
@Injectable()
export class Leases {
  private readonly owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  private readonly known = new Set<string>();

  constructor(@InjectCollection(leasesCollection) private readonly rows: Collection<Lease>) {}

  /**
   * Acquires or renews a lease. Returns its fence, or undefined while another instance holds it.
   */
  async take(job: string, ttlMs: number): Promise<number | undefined> {
    await this.ensure(job);
    const mine = { $eq: ['$owner', this.owner] };
    const row = await this.rows.findOneAndUpdate(
      { _id: job, $expr: { $or: [{ $lte: ['$until', '$$NOW'] }, mine] } },
      [
        {
          $set: {
            fence: { $add: ['$fence', { $cond: [mine, 0, 1] }] },
            owner: this.owner,
            until: { $add: ['$$NOW', ttlMs] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    return row?.fence;
  }

  /** Returns the fence of the latest owner of a lease; undefined if it was never taken. */
  async fenceOf(job: string): Promise<number | undefined> {
    const row = await this.rows.findOne({ _id: job }, { projection: { fence: 1 } });
    return row?.fence;
  }

  /** Releases the lease, so that the next instance can start immediately. */
  async release(job: string): Promise<void> {
    await this.rows.updateOne({ _id: job, owner: this.owner }, { $set: { until: new Date(0) } });
  }

  /** The row has to be there first: an upsert must not decide by the database's clock. */
  private async ensure(job: string): Promise<void> {
    if (this.known.has(job)) return;
    try {
      await this.rows.insertOne({ _id: job, owner: null, until: new Date(0), fence: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    this.known.add(job);
  }
}
