import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { ExcerptsRepository } from './excerpts.repository.js';
import { MutedContent } from './muted-content.js';
import { PostsRepository } from './posts.repository.js';
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
    private readonly posts: PostsRepository,
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
  ) {}

  /**
   * Returns the beginning of each fan's newest post with text, by id, without posts about a moment of
   * a match that the reader has not seen or with a word that the reader muted; the caller decides who is
   * visible.
   */
  async find(readerId: string, fanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const bounds = { postsEach: POSTS_EACH, length: SAMPLE_LENGTH };
    const samples = new Map<string, string>();
    const posts = await this.repository.findNewestOf(fanIds, bounds);
    const unseen = await (await this.unseen.of(readerId))?.findUnseen(posts);
    const muted = await this.findMuted(
      readerId,
      posts.map(({ _id }) => _id),
    );
    for (const { _id, authorId: id, text } of posts) {
      if (unseen?.has(_id) || muted?.has(_id)) continue;
      if (!samples.has(id) && !isBlank(text)) samples.set(id, text);
    }
    return samples;
  }

  /** The word may be behind the beginning, so the whole posts are read, for readers with muted words alone. */
  private async findMuted(
    readerId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    const muted = await this.muted.of(readerId);
    return muted?.findPosts(await this.posts.findByIds(ids, { likes: 0, comments: 0 }));
  }
}
