import { Injectable } from '@nestjs/common';
import type { Story } from '@kickoff/contracts';

import { UsersService } from '../users/users.service.js';
import { StoriesRepository } from './stories.repository.js';
import type { StoryDocument } from './story.schema.js';
import { toStory } from './story.view.js';

/** Converts stories to contract shapes for one reader. */
@Injectable()
export class StoryPresenter {
  constructor(
    private readonly repository: StoriesRepository,
    private readonly users: UsersService,
  ) {}

  /**
   * Converts stories in the given order, without those whose author is deleted but whose cleanup
   * has not run yet.
   */
  async present(readerId: string, stories: readonly StoryDocument[]): Promise<Story[]> {
    if (stories.length === 0) return [];
    const [fans, seen] = await Promise.all([
      this.users.summaries(stories.map(({ authorId }) => authorId)),
      this.repository.findSeen(
        readerId,
        stories.map(({ _id }) => _id),
      ),
    ]);
    return stories.flatMap((story) => {
      const user = fans.get(story.authorId);
      return user ? [toStory(story, user, seen.has(story._id))] : [];
    });
  }
}
