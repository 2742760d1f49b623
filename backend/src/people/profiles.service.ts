import { Injectable } from '@nestjs/common';
import type { FriendProfile, OwnProfile } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { UsersService } from '../users/users.service.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { FollowsRepository } from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';

/** How many friends the own profile names; all of them are at connected-friends. */
const FRIENDS_NAMED = 200;

/** Shows a fan to themselves and to others: users' data joined with how they stand to each other. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly users: UsersService,
    private readonly friends: ConnectedFriendsService,
    private readonly follows: FollowsRepository,
    private readonly marks: KeptMarks,
  ) {}

  /** One's own data with one's newest friends. */
  async own(fan: Fan): Promise<OwnProfile> {
    const [profile, friends] = await Promise.all([
      this.users.ownProfile(fan.id),
      this.friends.newest(fan.id, FRIENDS_NAMED),
    ]);
    return { ...profile, friends: friends.map(({ _id, username }) => ({ _id, username })) };
  }

  /** A fan by name, as this one may see them; nobody where a block keeps the two apart. */
  async byName(fan: Fan, username: string): Promise<FriendProfile> {
    const [profile, { separated, muted }] = await Promise.all([
      this.users.profileSeenBy(fan.id, username),
      this.marks.of(fan.id),
    ]);
    if (separated.has(profile._id)) throw new NotFound('fan');
    return {
      ...profile,
      following: await this.follows.exists(fan.id, profile._id),
      muted: muted.has(profile._id),
    };
  }
}
