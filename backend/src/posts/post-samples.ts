import { Injectable } from '@nestjs/common';
import { isBlank } from '@kickoff/contracts';

import { ExcerptsRepository } from './excerpts.repository.js';
import { MutedContent } from './muted-content.js';
import { PostsRepository } from './posts.repository.js';
import { UnseenContent } from './unseen-content.js';

/** In code points. */
const SAMPLE_LENGTH = 140;
/** Number of a fan's newest posts that are searched for one with text. */
const POSTS_EACH = 5;

/** Returns excerpts of fans' newest posts, for readers who do not know these fans. */
@Injectable()
export class PostSamples {
  constructor(
    private readonly repository: ExcerptsRepository,
    private readonly posts: PostsRepository,
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
  ) {}

  /**
   * Returns an excerpt of each fan's newest post with text, by fan id, without posts about an
   * unseen moment of a match or with a word that the reader muted. The caller decides who is
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

  /**
   * The muted word may be beyond the excerpt, so the whole posts are read; only for readers with
   * muted words.
   */
  private async findMuted(
    readerId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    const muted = await this.muted.of(readerId);
    return muted?.findPosts(await this.posts.findByIds(ids, { likes: 0, comments: 0 }));
  }
}
