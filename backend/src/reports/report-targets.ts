import { Injectable } from '@nestjs/common';
import type { ReportTarget } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { PostsService } from '../posts/posts.service.js';
import { UsersService } from '../users/users.service.js';
import type { ReportSnapshot } from './report.schema.js';

/** Something that can be reported, as its reporter sees it. */
export interface FoundTarget {
  ownerId: string;
  snapshot: ReportSnapshot;
}

/** Owns what a report may be about. Whoever may not see a thing may not report it. */
@Injectable()
export class ReportTargets {
  constructor(
    private readonly posts: PostsService,
    private readonly users: UsersService,
  ) {}

  find(fan: Fan, type: ReportTarget, id: string): Promise<FoundTarget> {
    switch (type) {
      case 'post':
        return this.post(fan, id);
      case 'user':
        return this.user(id);
      default:
        throw new NotFound(type);
    }
  }

  private async post(fan: Fan, id: string): Promise<FoundTarget> {
    const { user, text, image, video } = await this.posts.one(fan, id);
    const media = [image, video].filter((path) => path !== undefined);
    return { ownerId: user._id, snapshot: { username: user.username, text, media } };
  }

  private async user(id: string): Promise<FoundTarget> {
    const fans = await this.users.summaries([new Types.ObjectId(id)]);
    const user = fans.get(id);
    if (!user) throw new NotFound('fan');
    const media = user.profilePicture === '' ? [] : [`profile_pictures/${user.profilePicture}`];
    return { ownerId: id, snapshot: { username: user.username, text: '', media } };
  }
}
