import { Injectable, type OnModuleInit } from '@nestjs/common';

import {
  type Excerpt,
  EXCERPT_LENGTH,
  NotificationExcerpts,
} from '../notifications/notification-excerpts.js';
import { StoriesRepository } from './stories.repository.js';

/** Provides notifications with the captions of living stories. */
@Injectable()
export class StoryExcerpts implements OnModuleInit {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly excerpts: NotificationExcerpts,
  ) {}

  onModuleInit(): void {
    this.excerpts.register('story', (ids) => this.find(ids));
  }

  private async find(ids: readonly string[]): Promise<Map<string, Excerpt>> {
    const stories = await this.repository.findCaptions(ids, EXCERPT_LENGTH);
    return new Map(
      stories.map(({ _id, authorId, caption }) => [_id, { text: caption, authorIds: [authorId] }]),
    );
  }
}
