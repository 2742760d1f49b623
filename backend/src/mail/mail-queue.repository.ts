import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type QueuedMail, type StoredQueuedMail, mailsCollection } from './queued-mail.schema.js';

/** A mail with this process's lease. */
export type ClaimedMail = QueuedMail & { leaseId: string; since: Date };

/** All database access of queued mails. */
@Injectable()
export class MailQueueRepository {
  constructor(
    @InjectCollection(mailsCollection) private readonly mails: Collection<StoredQueuedMail>,
  ) {}

  async add(mail: QueuedMail): Promise<void> {
    await this.mails.insertOne(withObjectIds(mail, '_id'));
  }

  async isAnyDue(now: Date): Promise<boolean> {
    return (await this.mails.findOne(dueBy(now), { projection: { _id: 1 } })) !== null;
  }

  /** Claims the mail that is due first, with a lease until `leaseUntil`. */
  async take(now: Date, leaseUntil: Date): Promise<ClaimedMail | undefined> {
    const leaseId = randomUUID();
    const mail = await this.mails.findOneAndUpdate(
      dueBy(now),
      { $set: { dueAt: leaseUntil, leaseId }, $inc: { tries: 1 } },
      { sort: { isUrgent: -1, dueAt: 1 }, returnDocument: 'after', promoteBuffers: true },
    );
    return mail ? { ...toStringIds(mail), leaseId, since: mail._id.getTimestamp() } : undefined;
  }

  /**
   * Postpones an unsent mail. Returns false if it was removed, or claimed by another process, in the
   * meantime.
   */
  async putBack({ _id, leaseId }: ClaimedMail, dueAt: Date): Promise<boolean> {
    const { matchedCount } = await this.mails.updateOne(
      { _id: new Types.ObjectId(_id), leaseId },
      { $set: { dueAt }, $unset: { leaseId: 1 } },
    );
    return matchedCount === 1;
  }

  async remove({ _id }: ClaimedMail): Promise<void> {
    await this.mails.deleteOne({ _id: new Types.ObjectId(_id) });
  }

  /** Finds the mails of an account that were tried. */
  async findTried(accountId: string): Promise<string[]> {
    const mails = await this.mails
      .find({ accountId, tries: { $gt: 0 } }, { projection: { _id: 1 } })
      .toArray();
    return mails.map(({ _id }) => _id.toString());
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.mails.deleteMany({ accountId });
  }
}

/** Lists both values, so that the index covers the query. */
function dueBy(now: Date) {
  return { isUrgent: { $in: [true, false] }, dueAt: { $lte: now } };
}
