import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';

import { isDuplicateKey } from '../../common/mongo/database-away.js';

const ID = 'football-poller';
const TTL_MS = 90_000;

/** Who may ask the providers, and until when; the fence grows with each change of owner. */
interface LeaseRow {
  _id: string;
  owner: string | null;
  until: Date;
  fence: number;
}

/** Lets one instance of all poll. The database's clock decides, so those of the instances may differ. */
@Injectable()
export class PollerLeaseRepository {
  private readonly owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  private exists = false;

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Takes or renews the lease: its fence, or undefined while another instance holds it. */
  async take(): Promise<number | undefined> {
    await this.ensure();
    const mine = { $eq: ['$owner', this.owner] };
    const row = await this.rows.findOneAndUpdate(
      { _id: ID, $expr: { $or: [{ $lte: ['$until', '$$NOW'] }, mine] } },
      [
        {
          $set: {
            fence: { $add: ['$fence', { $cond: [mine, 0, 1] }] },
            owner: this.owner,
            until: { $add: ['$$NOW', TTL_MS] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    return row?.fence;
  }

  /** Lets the next instance begin at once. */
  async release(): Promise<void> {
    await this.rows.updateOne({ _id: ID, owner: this.owner }, { $set: { until: new Date(0) } });
  }

  /** The row has to be there first: an upsert must not decide by the database's clock. */
  private async ensure(): Promise<void> {
    if (this.exists) return;
    try {
      await this.rows.insertOne({ _id: ID, owner: null, until: new Date(0), fence: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    this.exists = true;
  }

  private get rows() {
    return this.connection.collection<LeaseRow>('leases');
  }
}
