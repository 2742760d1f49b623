import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import { Session } from './session.schema.js';

/** All database access of sessions. */
@Injectable()
export class SessionsRepository {
  constructor(@InjectModel(Session.name) private readonly sessions: Model<Session>) {}

  async insert(session: Session): Promise<void> {
    await this.sessions.collection.insertOne(session);
  }

  findLive(
    id: string,
    ownerId: string,
    audience: Session['audience'],
    now: Date,
  ): Promise<Session | null> {
    return this.sessions.collection.findOne<Session>({
      _id: new Types.ObjectId(id),
      ownerId: new Types.ObjectId(ownerId),
      audience,
      expiresAt: { $gt: now },
    });
  }

  async touch(id: Types.ObjectId, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.sessions.collection.updateOne({ _id: id }, { $set: { lastSeenAt, expiresAt } });
  }

  async remove(id: string): Promise<void> {
    await this.sessions.collection.deleteOne({ _id: new Types.ObjectId(id) });
  }
}
