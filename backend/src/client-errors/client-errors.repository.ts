import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { ClientError } from './client-error.schema.js';

/** What makes two reports the same error. */
export type ErrorIdentity = Pick<ClientError, 'kind' | 'remote' | 'page' | 'version' | 'message'>;

/** All database access of errors in browsers. */
@Injectable()
export class ClientErrorsRepository {
  private readonly errors;

  constructor(@InjectModel(ClientError.name) model: Model<ClientError>) {
    this.errors = model.db.collection<ClientError>(model.collection.name);
  }

  /** Counts one more of an error that is there; false where it is not. */
  async countAgain(error: ErrorIdentity, now: Date): Promise<boolean> {
    const { matchedCount } = await this.errors.updateOne(error, {
      $inc: { count: 1 },
      $max: { lastAt: now },
    });
    return matchedCount === 1;
  }

  /** Stores a first report, or counts one more where another came first. */
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

  /** How many there are, as the database knows without counting. */
  count(): Promise<number> {
    return this.errors.estimatedDocumentCount();
  }

  /** Errors newest first, after a place in the list. */
  findPage(size: number, after?: Position): Promise<ClientError[]> {
    const filter = after
      ? {
          lastAt: { $lte: after.at },
          $or: [
            { lastAt: { $lt: after.at } },
            { lastAt: after.at, _id: { $lt: new Types.ObjectId(after.id) } },
          ],
        }
      : {};
    return this.errors
      .find(filter, { sort: { lastAt: -1, _id: -1 }, limit: size, batchSize: size })
      .toArray();
  }
}
