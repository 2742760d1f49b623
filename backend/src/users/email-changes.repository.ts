import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  type EmailChange,
  type StoredEmailChange,
  emailChangesCollection,
} from './email-change.schema.js';

/** All database access of changes of email that can be taken back. */
@Injectable()
export class EmailChangesRepository {
  constructor(
    @InjectCollection(emailChangesCollection)
    private readonly changes: Collection<StoredEmailChange>,
  ) {}

  async insert(change: EmailChange): Promise<void> {
    await this.changes.insertOne(withObjectIds(change, 'fanId'));
  }

  /** Whether an address is reserved for someone else. */
  async isReserved(email: string, now: Date, forOthersThan?: string): Promise<boolean> {
    const found = await this.changes.findOne({
      email,
      expiresAt: { $gt: now },
      ...(forOthersThan ? { fanId: { $ne: new Types.ObjectId(forOthersThan) } } : {}),
    });
    return found !== null;
  }

  /** The change that a living link takes back. */
  findOpen(tokenHash: string, now: Date): Promise<EmailChange | null> {
    return this.changes.findOne({ _id: tokenHash, expiresAt: { $gt: now } }).then(toStringIds);
  }

  /** Ends a link and the links of all later changes; false where it was dead already. */
  async use({ _id, fanId, number }: EmailChange, now: Date): Promise<boolean> {
    const { deletedCount } = await this.changes.deleteOne({ _id, expiresAt: { $gt: now } });
    if (deletedCount === 0) return false;
    await this.changes.deleteMany({ fanId: new Types.ObjectId(fanId), number: { $gt: number } });
    return true;
  }

  /** A fan's changes whose links live, oldest first. */
  findOpenOf(fanId: string, now: Date): Promise<EmailChange[]> {
    return this.changes
      .find({ fanId: new Types.ObjectId(fanId), expiresAt: { $gt: now } }, { sort: { number: 1 } })
      .toArray()
      .then(toStringIds);
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.changes.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
