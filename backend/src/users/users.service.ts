import { Injectable } from '@nestjs/common';
import type { FanSummary, OwnProfile } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { Conflict, NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import type { User } from './user.schema.js';
import { toFanSummary, toOwnProfile } from './user.view.js';
import { usernameKey } from './username-key.js';
import { UsersRepository } from './users.repository.js';

/** What a registration knows of a fan. */
export interface NewFan {
  username: string;
  email: string;
  phone: string;
  passwordHash: string;
  hideContact: boolean;
}

/**
 * Owns who the fans are: names, contact data, settings and kept counts.
 * Passwords and sessions are the business of auth.
 */
@Injectable()
export class UsersService {
  constructor(
    private readonly repository: UsersRepository,
    private readonly clock: Clock,
  ) {}

  async create(fan: NewFan): Promise<FanSummary> {
    const user: User = {
      _id: new Types.ObjectId(),
      userId: await this.repository.nextUserId(),
      username: fan.username,
      usernameKey: usernameKey(fan.username),
      email: fan.email,
      phone: fan.phone,
      passwordHash: fan.passwordHash,
      fav_team1: '',
      fav_player: '',
      profilePicture: '',
      settings: {
        hideContact: fan.hideContact,
        feed: 'everyone',
        theme: 'system',
        notifications: {
          like: true,
          comment: true,
          follow: true,
          story: true,
          team: true,
          report: true,
        },
      },
      counts: { friends: 0, followers: 0, posts: 0 },
      createdAt: this.clock.now(),
    };
    const result = await this.repository.insert(user);
    if (result === 'email') throw new Conflict('Email already registered');
    if (result === 'usernameKey') throw new Conflict('Username already taken');
    return toFanSummary(user);
  }

  /** For auth alone: the stored hash beside the name. */
  findByEmail(email: string): Promise<User | null> {
    return this.repository.findByEmail(email);
  }

  /** The id of the fan with this name, however it is written. */
  async idOf(username: string): Promise<string> {
    const user = await this.repository.findByUsername(usernameKey(username));
    if (!user) throw new NotFound('fan');
    return user._id.toString();
  }

  async ownProfile(id: string): Promise<OwnProfile> {
    const user = await this.repository.findById(id);
    if (!user) throw new NotFound('fan');
    return toOwnProfile(user);
  }

  /** Names and pictures by id; a fan who is gone is not in the answer. */
  async summaries(ids: readonly Types.ObjectId[]): Promise<Map<string, FanSummary>> {
    const users = await this.repository.findSummaries(ids);
    return new Map(users.map((user) => [user._id.toString(), toFanSummary(user)]));
  }

  countPost(authorId: Types.ObjectId, change: 1 | -1): Promise<void> {
    return this.repository.addToPostsCount(authorId, change);
  }
}
