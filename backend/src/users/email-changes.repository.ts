import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  type EmailChange,
  type StoredEmailChange,
  emailChangesCollection,
} from './email-change.schema.js';

/** All database access of changes of email that can be undone. */
@Injectable()
export class EmailChangesRepository {
  constructor(
    @InjectCollection(emailChangesCollection)
    private readonly changes: Collection<StoredEmailChange>,
  ) {}

  async insert(change: EmailChange): Promise<void> {
    await this.changes.insertOne(withObjectIds(change, 'fanId'));
  }

  /** Returns whether an address is reserved for another fan. */
  async isReserved(email: string, now: Date, forOthersThan?: string): Promise<boolean> {
    const found = await this.changes.findOne({
      email,
      expiresAt: { $gt: now },
      ...(forOthersThan ? { fanId: { $ne: new Types.ObjectId(forOthersThan) } } : {}),
    });
    return found !== null;
  }

  /** Finds the change of an unexpired link. */
  findOpen(tokenHash: string, now: Date): Promise<EmailChange | null> {
    return this.changes.findOne({ _id: tokenHash, expiresAt: { $gt: now } }).then(toStringIds);
  }

  /**
   * Uses up a link and the links of all later changes. Returns false if it was already used or
   * expired.
   */
  async use({ _id, fanId, number }: EmailChange, now: Date): Promise<boolean> {
    const { deletedCount } = await this.changes.deleteOne({ _id, expiresAt: { $gt: now } });
    if (deletedCount === 0) return false;
    await this.changes.deleteMany({ fanId: new Types.ObjectId(fanId), number: { $gt: number } });
    return true;
  }

  /** Finds a fan's changes whose links are unexpired, oldest first. */
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
