import type { FanSettings, ProfileForm, SettingsChange } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { CodedError, NotFound } from '../common/errors/coded-errors.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { afterCommit, inTransaction } from '../common/mongo/transaction.js';
import { toFanSearchSuffixes } from '../common/text/fan-search-suffixes.js';
import { MediaService } from '../media/media.service.js';
import type { User } from './user.schema.js';
import { namedAs } from './username-key.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const PICTURES = 'profile_pictures';

/** The stored part of the form: auth verifies the password before, so it is not passed here. */
export type OwnData = Omit<ProfileForm, 'currentPassword'>;

/** A form that was checked, with the name of its stored picture. */
export interface PreparedData {
  data: OwnData & Partial<Pick<User, 'profilePicture'>>;
  isRenamed: boolean;
}

/**
 * Changes of fans' own data: name, contact, favourites, picture and settings. Passwords belong to
 * auth.
 */
@Injectable()
export class OwnDataService implements OnModuleInit {
  constructor(
    private readonly repository: UsersRepository,
    private readonly users: UsersService,
    private readonly media: MediaService,
    private readonly limits: LimitsService,
  ) {}

  onModuleInit(): void {
    this.media.registerUsage(PICTURES, (names) => this.repository.findPicturesInUse(names));
  }

  /**
   * Validates a form, counts a change of name and stores the picture. Call `replace` in a
   * transaction next, then `finish` after its commit or `abandon` if it fails.
   */
  async prepare(fan: Fan, form: OwnData, picture: IncomingFile | undefined): Promise<PreparedData> {
    const present = await this.read(fan);
    const isRenamed = form.username !== present.username;
    if (isRenamed) await this.limits.count('namesTried', `fan:${fan.id}`);
    await this.users.requireFree(form, present);
    if (isRenamed) await this.limits.count('renames', `fan:${fan.id}`);
    const prepared = { data: form, isRenamed };
    if (!picture) return prepared;
    const to = { folder: PICTURES, accept: 'image', ownerId: fan.id } as const;
    try {
      const { name } = await this.media.store(picture, to);
      return { data: { ...form, profilePicture: name }, isRenamed };
    } catch (error) {
      await this.abandon(fan, prepared, error);
      throw error;
    }
  }

  /**
   * Stores prepared data, and marks its picture as used in place of the previous one. Returns the
   * previous fan.
   */
  replace(fan: Fan, { data }: PreparedData): Promise<User> {
    return inTransaction(async () => {
      const before = await this.read(fan);
      const { username, ...others } = data;
      const isRenamed = before.username !== username;
      if (isRenamed) await this.users.holdName(before);
      const { _id, userId } = before;
      const foundBy = toFanSearchSuffixes({ _id, userId, username, ...others });
      const named = isRenamed ? namedAs(username) : {};
      await this.repository.replaceOwnData(before, { ...others, ...named, foundBy });
      if (others.profilePicture !== undefined) {
        await this.media.confirm([others.profilePicture]);
        if (before.profilePicture !== '') await this.media.release([before.profilePicture]);
      }
      await afterCommit(() => this.users.forget(fan.id));
      return before;
    });
  }

  /** Deletes the previous picture; the cleanup job does if this fails. */
  async finish({ data: { profilePicture } }: PreparedData, before: User): Promise<void> {
    if (profilePicture === undefined || before.profilePicture === '') return;
    await this.media.discard(PICTURES, [before.profilePicture]);
  }

  /** Reverts the rate-limit count and the stored picture of `prepare` for a failed change. */
  async abandon(fan: Fan, { data, isRenamed }: PreparedData, error: unknown): Promise<void> {
    if (isRenamed) await this.limits.giveBack('renames', `fan:${fan.id}`);
    const { profilePicture } = data;
    // After any other error the change may be stored; the cleanup job deletes an unused picture.
    if (profilePicture === undefined || !(error instanceof CodedError)) return;
    await this.media.discard(PICTURES, [profilePicture]);
  }

  /** Changes the given settings and returns all of them. */
  async changeSettings(fan: Fan, change: SettingsChange): Promise<FanSettings> {
    const settings = await this.repository.changeSettings(fan.id, change);
    if (!settings) throw new NotFound('fan');
    return settings;
  }

  private async read(fan: Fan): Promise<User> {
    const user = await this.repository.findById(fan.id);
    if (!user) throw new NotFound('fan');
    return user;
  }
}
