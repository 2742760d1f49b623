import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type QueuedMail, type StoredQueuedMail, mailsCollection } from './queued-mail.schema.js';

/** A mail that this process holds. */
export type HeldMail = QueuedMail & { heldBy: string; since: Date };

/** All database access of mails on their way. */
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

  /** Takes the mail that is due first, until a moment by which it is sent or due again. */
  async take(now: Date, heldUntil: Date): Promise<HeldMail | undefined> {
    const heldBy = randomUUID();
    const mail = await this.mails.findOneAndUpdate(
      dueBy(now),
      { $set: { dueAt: heldUntil, heldBy }, $inc: { tries: 1 } },
      { sort: { isUrgent: -1, dueAt: 1 }, returnDocument: 'after', promoteBuffers: true },
    );
    return mail ? { ...toStringIds(mail), heldBy, since: mail._id.getTimestamp() } : undefined;
  }

  /** Lets a mail that was not sent wait; nothing happens where another process holds it by now. */
  async putBack({ _id, heldBy }: HeldMail, dueAt: Date): Promise<void> {
    await this.mails.updateOne(
      { _id: new Types.ObjectId(_id), heldBy },
      { $set: { dueAt }, $unset: { heldBy: 1 } },
    );
  }

  async remove({ _id }: HeldMail): Promise<void> {
    await this.mails.deleteOne({ _id: new Types.ObjectId(_id) });
  }

  async removeAllOf(accountId: string): Promise<void> {
    await this.mails.deleteMany({ accountId });
  }
}

/** Both values named, so that the query is covered by the index. */
function dueBy(now: Date) {
  return { isUrgent: { $in: [true, false] }, dueAt: { $lte: now } };
}
