import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type Session, sessionsCollection } from './session.schema.js';

type Audience = Session['audience'];

/** All database access of sessions. */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectCollection(sessionsCollection) private readonly sessions: Collection<Session>,
  ) {}

  async insert(session: Session): Promise<void> {
    await this.sessions.insertOne(session);
  }

  findLive(id: string, ownerId: string, audience: Audience, now: Date): Promise<Session | null> {
    return this.sessions.findOne<Session>({
      _id: new Types.ObjectId(id),
      ownerId: new Types.ObjectId(ownerId),
      audience,
      expiresAt: { $gt: now },
    });
  }

  /** Someone's open sessions, newest first. */
  findAllLive(ownerId: string, audience: Audience, now: Date): Promise<Session[]> {
    return this.sessions
      .find<Session>(
        { ownerId: new Types.ObjectId(ownerId), audience, expiresAt: { $gt: now } },
        { sort: { createdAt: -1, _id: -1 } },
      )
      .toArray();
  }

  countAllLive(ownerIds: readonly string[], audience: Audience, now: Date): Promise<number> {
    return this.sessions.countDocuments({
      ownerId: { $in: ownerIds.map((id) => new Types.ObjectId(id)) },
      audience,
      expiresAt: { $gt: now },
    });
  }

  /** Which of these sessions are open still. */
  async findOpen(ids: readonly string[], now: Date): Promise<string[]> {
    const open = await this.sessions
      .find(
        { _id: { $in: ids.map((id) => new Types.ObjectId(id)) }, expiresAt: { $gt: now } },
        { projection: { _id: 1 }, batchSize: 1000 },
      )
      .toArray();
    return open.map(({ _id }) => _id.toString());
  }

  async touch(id: Types.ObjectId, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.sessions.updateOne({ _id: id }, { $set: { lastSeenAt, expiresAt } });
  }

  /** Ends one of someone's sessions; whose it is, is part of the filter. */
  async remove(id: string, ownerId: string, audience: Audience): Promise<boolean> {
    const result = await this.sessions.deleteOne({
      _id: new Types.ObjectId(id),
      ownerId: new Types.ObjectId(ownerId),
      audience,
    });
    return result.deletedCount === 1;
  }

  async removeMany(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.sessions.deleteMany({ _id: { $in: [...ids] } });
  }

  async removeAll(ownerId: string, audience: Audience): Promise<void> {
    await this.sessions.deleteMany({ ownerId: new Types.ObjectId(ownerId), audience });
  }
}
