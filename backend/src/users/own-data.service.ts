import type { FanSettings, ProfileForm, SettingsChange } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import type { Fan } from '../common/auth/audience.js';
import { Conflict, NotFound } from '../common/errors/coded-errors.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import { fanFoundBy } from '../common/text/fan-found-by.js';
import { MediaService } from '../media/media.service.js';
import type { User } from './user.schema.js';
import { namedAs } from './username-key.js';
import { UsersRepository } from './users.repository.js';
import { refuseTaken, UsersService } from './users.service.js';

const PICTURES = 'profile_pictures';
/** How often a change is tried when another one of the same fan comes between. */
const TRIES = 5;

/**
 * Owns how fans change their own data: names, contact, favourites, picture and
 * settings. Passwords are the business of auth.
 */
@Injectable()
export class OwnDataService implements OnModuleInit {
  constructor(
    private readonly repository: UsersRepository,
    private readonly users: UsersService,
    private readonly media: MediaService,
  ) {}

  onModuleInit(): void {
    this.media.tellUse(PICTURES, (names) => this.repository.findPicturesInUse(names));
  }

  /** Stores the form, and the picture where one came with it; the old one goes. */
  async update(fan: Fan, form: ProfileForm, picture?: IncomingFile): Promise<void> {
    await this.users.requireFree(form, await this.read(fan));
    if (!picture) {
      await this.replace(fan, form);
      return;
    }
    const to = { folder: PICTURES, accept: 'image', ownerId: fan.id } as const;
    const { name } = await this.media.keep(picture, to);
    const before = await this.replace(fan, { ...form, profilePicture: name }).catch(
      async (error: unknown) => {
        if (error instanceof Conflict) await this.media.discard(PICTURES, [name]);
        throw error;
      },
    );
    await this.media.settle([name]);
    if (before.profilePicture !== '') await this.media.discard(PICTURES, [before.profilePicture]);
  }

  /** Changes the settings that are named and returns all of them. */
  async changeSettings(fan: Fan, change: SettingsChange): Promise<FanSettings> {
    const settings = await this.repository.changeSettings(fan.id, change);
    if (!settings) throw new NotFound('fan');
    return settings;
  }

  /** Writes over what was read a moment ago, and reads again where another change came first. */
  private async replace(
    fan: Fan,
    { username, ...others }: ProfileForm & Partial<Pick<User, 'profilePicture'>>,
  ): Promise<User> {
    const named = namedAs(username);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const read = await this.read(fan);
      if (read.username !== named.username) await this.users.holdName(read);
      const { _id, userId } = read;
      const foundBy = fanFoundBy({ _id, userId, username, ...others });
      const result = await this.repository.replaceOwnData(read, { ...others, ...named, foundBy });
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
