import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { ExcerptsRepository } from './excerpts.repository.js';

/** In code points. */
const SAMPLE_LENGTH = 140;
/** Newest posts of a fan among which one with text is looked for. */
const POSTS_EACH = 5;

/** Provides samples of what fans wrote last, for those who do not know them. */
@Injectable()
export class PostSamples {
  constructor(private readonly repository: ExcerptsRepository) {}

  /** Returns the beginning of each fan's newest post with text, by id; the caller decides who is visible. */
  async find(fanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const bounds = { postsEach: POSTS_EACH, length: SAMPLE_LENGTH };
    const samples = new Map<string, string>();
    for (const { authorId, text } of await this.repository.findNewestOf(fanIds, bounds)) {
      const id = authorId.toString();
      if (!samples.has(id) && !isBlank(text)) samples.set(id, text);
    }
    return samples;
  }
}
