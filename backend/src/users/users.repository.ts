import type { SettingsChange } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { besides, but, notSuspended } from './fan-filters.js';
import { refuseDuplicate } from './refuse-taken.js';
import { type Sequence, sequencesCollection } from './sequence.schema.js';
import { type User, type StoredUser, usersCollection } from './user.schema.js';

type SummaryFields = Pick<User, '_id' | 'username' | 'profilePicture'>;
type StoredSummary = Pick<StoredUser, '_id' | 'username' | 'profilePicture'>;
const SUMMARY = { username: 1, profilePicture: 1 } as const;

/** All database access of fans. */
@Injectable()
export class UsersRepository {
  constructor(
    @InjectCollection(usersCollection) private readonly users: Collection<StoredUser>,
    @InjectCollection(sequencesCollection) private readonly sequences: Collection<Sequence>,
  ) {}

  /** Inserts a fan; throws a Conflict if a unique value is taken. */
  async insert(user: User): Promise<void> {
    await this.users.insertOne(withObjectIds(user, '_id')).catch(refuseDuplicate);
  }

  /**
   * Replaces own data of a fan read in the same transaction. A new email invalidates an open reset
   * link and is counted; throws a Conflict if a unique value is taken.
   */
  async replaceOwnData(
    before: User,
    change: Partial<Omit<User, '_id'>> & Pick<User, 'email'>,
  ): Promise<void> {
    const ofEmail =
      before.email === change.email
        ? {}
        : ({ $unset: { reset: 1 }, $inc: { emailChanges: 1 } } as const);
    await this.users
      .updateOne({ _id: new Types.ObjectId(before._id) }, { $set: change, ...ofEmail })
      .catch(refuseDuplicate);
  }

  /** Restores a fan's former email, with another password and an open reset link. */
  async restoreEmail(
    id: string,
    change: Pick<User, 'email' | 'passwordHash' | 'foundBy'> & {
      reset: NonNullable<User['reset']>;
    },
  ): Promise<void> {
    await this.users.updateOne({ _id: new Types.ObjectId(id) }, { $set: change });
  }

  /** Changes some settings and returns all of them; undefined if the fan does not exist. */
  async changeSettings(id: string, change: SettingsChange): Promise<User['settings'] | undefined> {
    const { notifications = {}, push = {}, ...others } = change;
    const set: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(others)) set[`settings.${name}`] = value;
    for (const [group, switches] of Object.entries({ notifications, push })) {
      for (const [kind, value] of Object.entries(switches))
        set[`settings.${group}.${kind}`] = value;
    }
    const user = await this.users.findOneAndUpdate(
      { _id: new Types.ObjectId(id) },
      { $set: set },
      { projection: { settings: 1 }, returnDocument: 'after' },
    );
    return user?.settings;
  }

  /** Which of these files are a fan's picture. */
  async findPicturesInUse(names: readonly string[]): Promise<string[]> {
    const users = await this.users
      .find<Pick<StoredUser, 'profilePicture'>>(
        // The partial index contains only fans with a picture.
        { profilePicture: { $gt: '', $in: [...names] } },
        { projection: { profilePicture: 1 } },
      )
      .toArray();
    return users.map(({ profilePicture }) => profilePicture);
  }

  /**
   * Returns which of these values another fan has. The unique indexes still decide at the insert.
   */
  async findTaken(
    given: Pick<User, 'email' | 'usernameKey' | 'usernameSkeleton'>,
    ownId?: string,
  ): Promise<'email' | 'name' | undefined> {
    const { email, usernameKey, usernameSkeleton } = given;
    const holders = await this.users
      .find<Pick<StoredUser, 'email'>>(
        {
          $or: [{ email }, { usernameKey }, { usernameSkeleton }],
          ...(ownId ? { _id: { $ne: new Types.ObjectId(ownId) } } : {}),
        },
        { projection: { email: 1 } },
      )
      .toArray();
    if (holders.some((holder) => holder.email === email)) return 'email';
    return holders.length > 0 ? 'name' : undefined;
  }

  /** The next number in order of registration. */
  async nextUserId(): Promise<number> {
    const row = await this.sequences.findOneAndUpdate(
      { _id: 'userId' },
      [{ $set: { value: { $add: [{ $ifNull: ['$value', 1000] }, 1] } } }],
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error('The sequence of user ids gave no number');
    return row.value;
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findOne<StoredUser>({ email }).then(toStringIds);
  }

  /** Finds a fan by the first of these keys that exists. */
  async findByUsername(keys: readonly string[]): Promise<SummaryFields | null> {
    return toStringIds(await this.findByKey<StoredSummary>(keys, SUMMARY));
  }

  /** Finds everything that a profile shows, like `findByUsername`. */
  async findProfile(keys: readonly string[]): Promise<Omit<User, 'passwordHash' | 'reset'> | null> {
    type Shown = Omit<StoredUser, 'passwordHash' | 'reset'>;
    return toStringIds(await this.findByKey<Shown>(keys, { passwordHash: 0, reset: 0 }));
  }

  /** The count is included for instances of an earlier release, which change it alone. */
  async findFollowsVersion(id: string): Promise<string> {
    const user = await this.users.findOne<Pick<StoredUser, 'counts' | 'followsVersion'>>(
      { _id: new Types.ObjectId(id) },
      { projection: { _id: 0, 'counts.friends': 1, followsVersion: 1 } },
    );
    return `${user?.followsVersion ?? 0} ${user?.counts.friends ?? 0}`;
  }

  async findTeam(id: string): Promise<string | undefined> {
    const user = await this.users.findOne<Pick<StoredUser, 'fav_team1'>>(
      { _id: new Types.ObjectId(id) },
      { projection: { fav_team1: 1 } },
    );
    return user?.fav_team1;
  }

  /**
   * Finds fans with a key in one of the ranges, in the order of the ranges and of their keys. The
   * index is read in its own order and only as far as needed. Returns `isCut` if there may be more.
   */
  async findByKeys(
    ranges: readonly { from: string; before: string }[],
    except: ReadonlySet<string>,
    size: number,
  ): Promise<{ fans: SummaryFields[]; isCut: boolean }> {
    const { among, limit } = besides(except, size);
    const found = await this.users
      .find<StoredSummary>(
        {
          ...among,
          $or: ranges.map(({ from, before }) => ({
            searchKeys: { $elemMatch: { $gte: from, $lt: before } },
          })),
        },
        {
          projection: SUMMARY,
          limit,
          batchSize: 1000,
          hint: { searchKeys: 1 },
        },
      )
      .toArray();
    return { fans: but(except, toStringIds(found), size), isCut: found.length === limit };
  }

  findById(id: string): Promise<User | null> {
    return this.users.findOne<StoredUser>({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** Finds names and pictures of many fans in one round trip. */
  findSummaries(ids: readonly string[]): Promise<SummaryFields[]> {
    return this.users
      .find<StoredSummary>(
        { _id: { $in: toObjectIds(ids) } },
        // The default first batch is 101 documents; more would cost a second round trip.
        { projection: SUMMARY, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  async exists(id: string): Promise<boolean> {
    const found = await this.users.findOne(
      { _id: new Types.ObjectId(id) },
      { projection: { _id: 1 } },
    );
    return found !== null;
  }

  /** Which of these fans exist. */
  async findPresent(ids: readonly string[]): Promise<Set<string>> {
    const users = await this.users
      .find<Pick<StoredUser, '_id'>>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { _id: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(users.map(({ _id }) => _id.toString()));
  }

  /** Returns the stored number of follows of these fans. */
  async findFriendsCounts(ids: readonly string[]): Promise<Map<string, number>> {
    const fans = await this.users
      .find<Pick<StoredUser, '_id' | 'counts'>>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { 'counts.friends': 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Map(fans.map(({ _id, counts }) => [_id.toString(), counts.friends]));
  }

  /** Stores a use after an earlier one of the same day. Returns false if there was none. */
  async touch(id: string, lastSeenAt: Date, today: Date): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: new Types.ObjectId(id), lastSeenAt: { $gte: today } },
      { $max: { lastSeenAt } },
    );
    return matchedCount === 1;
  }

  /** Stores the first use of a day for some fans. Returns how many of them had none yet. */
  async touchFirst(ids: readonly string[], lastSeenAt: Date, today: Date): Promise<number> {
    const { modifiedCount } = await this.users.updateMany(
      {
        _id: { $in: toObjectIds(ids) },
        $or: [{ lastSeenAt: { $lt: today } }, { lastSeenAt: { $exists: false } }],
      },
      { $set: { lastSeenAt } },
    );
    return modifiedCount;
  }

  countSeenSince(moment: Date): Promise<number> {
    return this.users.countDocuments({ lastSeenAt: { $gt: moment } });
  }

  /** Deletes a fan and returns when the account was created; null if it does not exist. */
  async remove(id: string): Promise<Date | null> {
    const removed = await this.users.findOneAndDelete(
      { _id: new Types.ObjectId(id) },
      { projection: { createdAt: 1 } },
    );
    return removed && removed.createdAt;
  }

  /** Opens a reset link if the account still has the address that requested it. */
  async setReset(
    { _id, email }: Pick<User, '_id' | 'email'>,
    reset: NonNullable<User['reset']>,
  ): Promise<void> {
    await this.users.updateOne({ _id: new Types.ObjectId(_id), email }, { $set: { reset } });
  }

  /** Sets a new password if the reset link is open; the same write uses up the link. */
  async useReset(id: string, tokenHash: string, now: Date, passwordHash: string): Promise<boolean> {
    const result = await this.users.updateOne(
      {
        _id: new Types.ObjectId(id),
        'reset.tokenHash': tokenHash,
        'reset.expiresAt': { $gt: now },
      },
      { $set: { passwordHash }, $unset: { reset: 1 } },
    );
    return result.modifiedCount === 1;
  }

  /**
   * Replaces the verified password and invalidates an open reset link. Returns false if the
   * password has changed since.
   */
  async replacePassword(id: string, checkedHash: string, passwordHash: string): Promise<boolean> {
    const result = await this.users.updateOne(
      { _id: new Types.ObjectId(id), passwordHash: checkedHash },
      { $set: { passwordHash }, $unset: { reset: 1 } },
    );
    return result.modifiedCount === 1;
  }

  /** Starts or ends a suspension. Returns false if nothing changed. */
  async setSuspension(id: string, suspension: User['suspension'], now: Date): Promise<boolean> {
    const isSuspended = { $nor: [notSuspended(now)] };
    const { matchedCount } = await this.users.updateOne(
      { _id: new Types.ObjectId(id), ...(suspension ? {} : isSuspended) },
      suspension ? { $set: { suspension } } : { $unset: { suspension: 1 } },
    );
    return matchedCount === 1;
  }

  private async findByKey<Fields extends object>(
    keys: readonly string[],
    projection: Record<string, 0 | 1>,
  ): Promise<Fields | null> {
    for (const usernameKey of keys) {
      const fan = await this.users.findOne<Fields>({ usernameKey }, { projection });
      if (fan) return fan;
    }
    return null;
  }
}
