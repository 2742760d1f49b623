import { Injectable } from '@nestjs/common';
import { isBlank, type StoryReply } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { StoriesService } from './stories.service.js';

/** Owns replies to stories. A reply exists only as a notification of the story's author. */
@Injectable()
export class StoryRepliesService {
  constructor(
    private readonly stories: StoriesService,
    private readonly notifications: NotificationsService,
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
    await this.notifications.send([authorId], {
      kind: 'reply',
      group: `reply:${id}`,
      target: { type: 'story', id: storyId },
      actorId: fan.id,
      excerpt: text,
      renotify: true,
    });
  }
}
