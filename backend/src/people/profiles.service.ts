import { Injectable } from '@nestjs/common';
import type { FriendProfile, OwnProfile } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { UsersService } from '../users/users.service.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { FollowsRepository } from './follows.repository.js';
import { BlockCache } from './block-cache.js';

/** Friends in the own profile; connected-friends lists all. */
const MAX_FRIENDS = 200;

/** Own and others' profiles: user data joined with follows, blocks and mutes. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly users: UsersService,
    private readonly friends: ConnectedFriendsService,
    private readonly follows: FollowsRepository,
    private readonly blocks: BlockCache,
  ) {}

  /** Returns the own profile with the newest friends. */
  async own(fan: Fan): Promise<OwnProfile> {
    const [profile, friends] = await Promise.all([
      this.users.ownProfile(fan.id),
      this.friends.newest(fan.id, MAX_FRIENDS),
    ]);
    return { ...profile, friends: friends.map(({ _id, username }) => ({ _id, username })) };
  }

  /** Returns a fan's profile by username; 404 if either fan blocks the other. */
  async findByName(fan: Fan, username: string): Promise<FriendProfile> {
    const [profile, { blocked, muted }] = await Promise.all([
      this.users.profileSeenBy(fan.id, username),
      this.blocks.get(fan.id),
    ]);
    if (blocked.has(profile._id)) throw new NotFound('fan');
    return {
      ...profile,
      following: await this.follows.exists(fan.id, profile._id),
      muted: muted.has(profile._id),
    };
  }
}
