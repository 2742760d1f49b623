import { Injectable } from '@nestjs/common';

import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import type { StoryDocument } from './story.schema.js';

/** Decides which stories a reader's muted words hide from the list. */
@Injectable()
export class MutedStories {
  constructor(private readonly words: MutedWordsService) {}

  /** Returns whether a story is hidden; undefined for a reader without muted words. */
  async of(readerId: string): Promise<((story: StoryDocument) => boolean) | undefined> {
    const matcher = await this.words.matcherOf(readerId);
    if (matcher.isEmpty) return undefined;
    return (story) => story.authorId !== readerId && matcher.hides(textsOf(story));
  }
}

/** Returns all texts of a story, for the search of muted words. */
export function textsOf({ alt, caption = '' }: Pick<StoryDocument, 'alt' | 'caption'>): string[] {
  return [alt, caption];
}
