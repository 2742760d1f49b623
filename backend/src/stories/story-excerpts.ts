import { isBlank } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import { toTextPreview } from '../common/text/text-preview.js';
import {
  type Excerpt,
  EXCERPT_LENGTH,
  NotificationExcerpts,
} from '../notifications/notification-excerpts.js';
import { textsOf } from './muted-stories.js';
import { StoriesRepository } from './stories.repository.js';

/** Provides notifications with the captions of living stories. */
@Injectable()
export class StoryExcerpts implements OnModuleInit {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly excerpts: NotificationExcerpts,
  ) {}

  onModuleInit(): void {
    this.excerpts.register('story', {
      findExcerpts: (ids) => this.findExcerpts(ids),
      findTexts: (ids) => this.findTexts(ids),
    });
  }

  /** Without stories that have no text. */
  private async findExcerpts(ids: readonly string[]): Promise<Map<string, Excerpt>> {
    const stories = await this.repository.findTexts(ids);
    return new Map(
      stories
        .filter((story) => textsOf(story).some((text) => !isBlank(text)))
        .map(({ _id, authorId, caption = '' }) => [
          _id,
          { text: toTextPreview(caption, EXCERPT_LENGTH).text, authorIds: [authorId] },
        ]),
    );
  }

  private async findTexts(ids: readonly string[]): Promise<Map<string, string[]>> {
    const stories = await this.repository.findTexts(ids);
    return new Map(stories.map((story) => [story._id, textsOf(story)]));
  }
}
