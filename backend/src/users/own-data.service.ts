import type { FanSettings, ProfileForm, SettingsChange } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { CodedError, Conflict, NotFound } from '../common/errors/coded-errors.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import { LimitsService } from '../common/limits/limits.service.js';
import { toFanSearchSuffixes } from '../common/text/fan-search-suffixes.js';
import { MediaService } from '../media/media.service.js';
import type { User } from './user.schema.js';
import { FormerEmails, type UndoTerms } from './former-emails.service.js';
import { refuseTaken } from './refuse-taken.js';
import { namedAs } from './username-key.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

const PICTURES = 'profile_pictures';
/** How often a change is tried when another one of the same fan comes between. */
const TRIES = 5;

/** What the form stores: a password in it is checked before and never comes here. */
export type OwnData = Omit<ProfileForm, 'currentPassword'>;

/**
 * Owns how fans change their own data: names, contact, favourites, picture and
 * settings. Passwords are the business of auth.
 */
@Injectable()
export class OwnDataService implements OnModuleInit {
  constructor(
    private readonly repository: UsersRepository,
    private readonly users: UsersService,
    private readonly emails: FormerEmails,
    private readonly media: MediaService,
    private readonly limits: LimitsService,
  ) {}

  onModuleInit(): void {
    this.media.registerUsage(PICTURES, (names) => this.repository.findPicturesInUse(names));
  }

  /**
   * Stores the form, and the picture where one came with it; the old one goes.
   *
   * @param terms under which a change of email can be taken back
   * @returns the fan as it was before
   */
  async update(
    fan: Fan,
    form: OwnData,
    picture: IncomingFile | undefined,
    terms: UndoTerms,
  ): Promise<User> {
    const present = await this.read(fan);
    const isRenamed = namedAs(form.username).username !== present.username;
    if (isRenamed) await this.limits.count('namesTried', `fan:${fan.id}`);
    await this.users.requireFree(form, present);
    const store = () => this.store(fan, form, picture, terms);
    return isRenamed ? this.limits.spend('renames', `fan:${fan.id}`, store) : store();
  }

  /** Changes the settings that are named and returns all of them. */
  async changeSettings(fan: Fan, change: SettingsChange): Promise<FanSettings> {
    const settings = await this.repository.changeSettings(fan.id, change);
    if (!settings) throw new NotFound('fan');
    return settings;
  }

  private async store(
    fan: Fan,
    form: OwnData,
    picture: IncomingFile | undefined,
    terms: UndoTerms,
  ): Promise<User> {
    if (!picture) return this.replace(fan, form, terms);
    const to = { folder: PICTURES, accept: 'image', ownerId: fan.id } as const;
    const { name } = await this.media.store(picture, to);
    const data = { ...form, profilePicture: name };
    const before = await this.replace(fan, data, terms).catch(async (error: unknown) => {
      if (error instanceof CodedError) await this.media.discard(PICTURES, [name]);
      throw error;
    });
    await this.media.confirm([name]);
    if (before.profilePicture !== '') await this.media.discard(PICTURES, [before.profilePicture]);
    return before;
  }

  /** Writes over what was read a moment ago, and reads again where another change came first. */
  private async replace(
    fan: Fan,
    { username, ...others }: OwnData & Partial<Pick<User, 'profilePicture'>>,
    terms: UndoTerms,
  ): Promise<User> {
    const named = namedAs(username);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const read = await this.read(fan);
      if (read.username !== named.username) await this.users.holdName(read);
      const { _id, userId } = read;
      const foundBy = toFanSearchSuffixes({ _id, userId, username, ...others });
      const change = { ...others, ...named, foundBy };
      const result =
        read.email === change.email
          ? await this.repository.replaceOwnData(read, change)
          : await this.emails.change(read, change, terms);
      if (result === 'stored') {
        this.users.forget(fan.id);
        return read;
      }
      if (result !== 'outdated') refuseTaken(result);
    }
    throw new Conflict('Your profile was changed at the same time. Please try again.');
  }

  private async read(fan: Fan): Promise<User> {
    const user = await this.repository.findById(fan.id);
    if (!user) throw new NotFound('fan');
    return user;
  }
}
