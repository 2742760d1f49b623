import { Injectable } from '@nestjs/common';
import type { ReportTarget } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { BlocksService } from '../people/blocks.service.js';
import { CommentsService } from '../posts/comments/comments.service.js';
import { PostsService } from '../posts/posts.service.js';
import { StoriesService } from '../stories/stories.service.js';
import { UsersService } from '../users/users.service.js';
import type { ReportSnapshot } from './report.schema.js';

/** Something that can be reported, as its reporter sees it. */
export interface FoundTarget {
  ownerId: string;
  snapshot: ReportSnapshot;
}

/** Finds the target of a report. Only content that the fan can see can be reported. */
@Injectable()
export class ReportTargets {
  constructor(
    private readonly posts: PostsService,
    private readonly comments: CommentsService,
    private readonly stories: StoriesService,
    private readonly blocks: BlocksService,
    private readonly users: UsersService,
  ) {}

  find(fan: Fan, type: ReportTarget, id: string): Promise<FoundTarget> {
    switch (type) {
      case 'post':
        return this.post(fan, id);
      case 'comment':
        return this.comment(fan, id);
      case 'story':
        return this.story(fan, id);
      case 'user':
        return this.user(fan, id);
    }
  }

  private async post(fan: Fan, id: string): Promise<FoundTarget> {
    const { user, text, image, video } = await this.posts.one(fan, id, true);
    const media = [image, video].filter((path) => path !== undefined);
    return { ownerId: user._id, snapshot: { username: user.username, text, media } };
  }

  private async comment(fan: Fan, id: string): Promise<FoundTarget> {
    const { user, text } = await this.comments.one(fan, id);
    return { ownerId: user._id, snapshot: { username: user.username, text, media: [] } };
  }

  private async story(fan: Fan, id: string): Promise<FoundTarget> {
    const { user, media, caption = '', alt = '' } = await this.stories.one(fan, id);
    return {
      ownerId: user._id,
      snapshot: {
        username: user.username,
        text: [caption, alt].filter((line) => line !== '').join('\n'),
        media: [`stories/${media}`],
      },
    };
  }

  private async user(fan: Fan, id: string): Promise<FoundTarget> {
    const fans = await this.users.summaries([id]);
    const user = fans.get(id);
    if (!user || (await this.blocks.areBlocked(fan.id, id))) throw new NotFound('fan');
    const media = user.profilePicture === '' ? [] : [`profile_pictures/${user.profilePicture}`];
    return { ownerId: id, snapshot: { username: user.username, text: '', media } };
  }
}
