import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type Session, type StoredSession, sessionsCollection } from './session.schema.js';

type Audience = Session['audience'];

/** All database access of sessions. */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectCollection(sessionsCollection) private readonly sessions: Collection<StoredSession>,
  ) {}

  async insert(session: Session): Promise<void> {
    await this.sessions.insertOne(withObjectIds(session, '_id', 'ownerId'));
  }

  /** Finds only the times of an open session, all that a request needs. */
  findLive(
    id: string,
    ownerId: string,
    audience: Audience,
    now: Date,
  ): Promise<Pick<Session, 'createdAt' | 'lastSeenAt'> | null> {
    return this.sessions.findOne(
      {
        _id: new Types.ObjectId(id),
        ownerId: new Types.ObjectId(ownerId),
        audience,
        expiresAt: { $gt: now },
      },
      { projection: { _id: 0, createdAt: 1, lastSeenAt: 1 } },
    );
  }

  /** Like `findLive` for several sessions of any owners; an open session is in the map by its id. */
  async findEachLive(
    ids: readonly string[],
    audience: Audience,
    now: Date,
  ): Promise<ReadonlyMap<string, Pick<Session, 'ownerId' | 'createdAt' | 'lastSeenAt'>>> {
    const sessions = await this.sessions
      .find(
        { _id: { $in: toObjectIds(ids) }, audience, expiresAt: { $gt: now } },
        { projection: { ownerId: 1, createdAt: 1, lastSeenAt: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Map(
      sessions.map(({ _id, ownerId, createdAt, lastSeenAt }) => [
        _id.toHexString(),
        { ownerId: ownerId.toHexString(), createdAt, lastSeenAt },
      ]),
    );
  }

  /** Someone's open sessions, newest first. */
  findAllLive(ownerId: string, audience: Audience, now: Date): Promise<Session[]> {
    return this.sessions
      .find(
        { ownerId: new Types.ObjectId(ownerId), audience, expiresAt: { $gt: now } },
        { sort: { createdAt: -1, _id: -1 } },
      )
      .toArray()
      .then(toStringIds);
  }

  countAllLive(ownerIds: readonly string[], audience: Audience, now: Date): Promise<number> {
    return this.sessions.countDocuments({
      ownerId: { $in: toObjectIds(ownerIds) },
      audience,
      expiresAt: { $gt: now },
    });
  }

  /** Returns which of these sessions are still open. */
  async findOpen(ids: readonly string[], now: Date): Promise<string[]> {
    const open = await this.sessions
      .find(
        { _id: { $in: toObjectIds(ids) }, expiresAt: { $gt: now } },
        { projection: { _id: 1 }, batchSize: 1000 },
      )
      .toArray();
    return open.map(({ _id }) => _id.toString());
  }

  async touch(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.sessions.updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { lastSeenAt, expiresAt } },
    );
  }

  /**
   * Ends one session of an owner. The filter includes the owner, so other accounts' sessions never
   * match.
   */
  async remove(id: string, ownerId: string, audience: Audience): Promise<boolean> {
    const result = await this.sessions.deleteOne({
      _id: new Types.ObjectId(id),
      ownerId: new Types.ObjectId(ownerId),
      audience,
    });
    return result.deletedCount === 1;
  }

  async removeMany(ids: readonly string[]): Promise<void> {
    await this.sessions.deleteMany({ _id: { $in: toObjectIds(ids) } });
  }

  async removeAll(ownerId: string, audience: Audience): Promise<void> {
    await this.sessions.deleteMany({ ownerId: new Types.ObjectId(ownerId), audience });
  }
}
