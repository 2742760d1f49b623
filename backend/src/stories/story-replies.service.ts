import { Injectable } from '@nestjs/common';
import { isBlank, type OwnStoryReply, type StoryReply } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Clock } from '../common/time/clock.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { StoriesService } from './stories.service.js';
import { StoryRepliesRepository } from './story-replies.repository.js';

/** Replies per query of the export. */
const BATCH = 500;

/**
 * Replies to stories. The author gets them as notifications; the stored copy is only for the
 * sender's export.
 */
@Injectable()
export class StoryRepliesService {
  constructor(
    private readonly repository: StoryRepliesRepository,
    private readonly stories: StoriesService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a reply to the author of a story; an author who mutes the fan does not receive it. The id
   * comes from the idempotency key, so a repeated call writes the same notification again.
   */
  async reply(
    fan: Fan,
    storyId: string,
    { id, exists }: CallResult,
    { text }: StoryReply,
  ): Promise<void> {
    if (exists) return;
    if (isBlank(text)) throw new InvalidInput('A reply needs text');
    const { authorId } = await this.stories.visible(fan, storyId);
    if (authorId === fan.id) throw new InvalidInput('You cannot reply to your own story');
    const createdAt = this.clock.now();
    await this.repository.insert({ _id: id, fanId: fan.id, storyId, text, createdAt });
    await this.notifications.send([authorId], {
      kind: 'reply',
      group: `reply:${id}`,
      target: { type: 'story', id: storyId },
      actorId: fan.id,
      excerpt: text,
      renotify: true,
    });
  }

  /** Yields the replies that a fan has sent for the data export, oldest first. */
  async *exportOf(fanId: string): AsyncIterable<OwnStoryReply> {
    let after: string | undefined;
    do {
      const rows = await this.repository.findPage(fanId, BATCH, after);
      for (const { storyId, text, createdAt } of rows) {
        yield { storyId, text, createdAt: createdAt.toISOString() };
      }
      after = rows.at(-1)?._id;
    } while (after !== undefined);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }
}
