import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { ExcerptsRepository } from './excerpts.repository.js';
import { UnseenContent } from './unseen-content.js';

/** In code points. */
const SAMPLE_LENGTH = 140;
/** Newest posts of a fan among which one with text is looked for. */
const POSTS_EACH = 5;

/** Provides samples of what fans wrote last, for those who do not know them. */
@Injectable()
export class PostSamples {
  constructor(
    private readonly repository: ExcerptsRepository,
    private readonly unseen: UnseenContent,
  ) {}

  /**
   * Returns the beginning of each fan's newest post with text, by id, without posts about a moment of
   * a match that the reader has not seen; the caller decides who is visible.
   */
  async find(readerId: string, fanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const bounds = { postsEach: POSTS_EACH, length: SAMPLE_LENGTH };
    const samples = new Map<string, string>();
    const posts = await this.repository.findNewestOf(fanIds, bounds);
    const unseen = await (await this.unseen.of(readerId))?.findUnseen(posts);
    for (const { _id, authorId: id, text } of posts) {
      if (unseen?.has(_id)) continue;
      if (!samples.has(id) && !isBlank(text)) samples.set(id, text);
    }
    return samples;
  }
}
