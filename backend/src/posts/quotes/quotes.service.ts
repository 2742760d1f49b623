import { Injectable } from '@nestjs/common';
import type { GonePost, QuotedPost } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { InvalidInput } from '../../common/errors/coded-errors.js';
import { BlocksService } from '../../people/blocks.service.js';
import { UsersService } from '../../users/users.service.js';
import type { PostDocument } from '../post.schema.js';
import { isOfOtherRehearsal, RehearsalPosts } from '../threads/rehearsal-posts.js';
import { UnseenContent } from '../unseen-content.js';
import { toQuotedPost, toQuotedSpoiler } from './quote.view.js';
import { type QuotablePost, QuotedPostsRepository } from './quoted-posts.repository.js';

/** Decides which posts may be quoted, and presents quoted posts to one reader. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly repository: QuotedPostsRepository,
    private readonly users: UsersService,
    private readonly blocks: BlocksService,
    private readonly unseen: UnseenContent,
    private readonly rehearsals: RehearsalPosts,
  ) {}

  /**
   * Returns the post that a new one quotes; undefined for an empty id.
   *
   * @throws InvalidInput for a post that this fan may not see
   */
  async requireQuotable(fan: Fan, id: string): Promise<QuotablePost | undefined> {
    if (id === '') return undefined;
    const post = await this.repository.findQuotable(id);
    if (!post || !(await this.mayQuote(fan, post))) {
      throw InvalidInput.in('quote', 'The post to quote does not exist');
    }
    return post;
  }

  /** Presents the quoted posts by the id of the quoting post; at most one query of posts. */
  async present(
    readerId: string,
    posts: readonly Pick<PostDocument, '_id' | 'quoteId'>[],
  ): Promise<ReadonlyMap<string, QuotedPost | GonePost>> {
    const quoting = posts.flatMap(({ _id, quoteId }) => (quoteId ? [{ _id, quoteId }] : []));
    if (quoting.length === 0) return new Map();
    const visible = await this.findVisible(
      readerId,
      quoting.map(({ quoteId }) => quoteId),
    );
    return new Map(
      quoting.map(({ _id, quoteId }) => [_id, visible.get(quoteId) ?? { gone: true }]),
    );
  }

  private async mayQuote(
    fan: Fan,
    post: Pick<PostDocument, 'authorId' | 'match'>,
  ): Promise<boolean> {
    if (await this.blocks.areBlocked(fan.id, post.authorId)) return false;
    return (await this.rehearsals.isVisible(fan.id, post)) && this.users.exists(post.authorId);
  }

  /**
   * Quoted posts by id, without those of deleted fans, of fans hidden from the reader and of moments
   * of a match that the reader sees later.
   */
  private async findVisible(
    readerId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, QuotedPost>> {
    const posts = await this.repository.findAll(ids);
    const [fans, hidden, unseen, rehearsals] = await Promise.all([
      this.users.summaries(posts.map(({ authorId }) => authorId)),
      this.blocks.hiddenFrom(readerId),
      this.unseen.of(readerId),
      this.rehearsals.seenBy(readerId),
    ]);
    const modes = await unseen?.findUnseen(posts);
    const visible = new Map<string, QuotedPost>();
    for (const post of posts) {
      const { _id: id, authorId } = post;
      const user = fans.get(authorId);
      if (!user || hidden.has(authorId) || isOfOtherRehearsal(post, rehearsals)) continue;
      const mode = modes?.get(id);
      if (mode === undefined) visible.set(id, toQuotedPost(post, user));
      else if (mode === 'hidden') visible.set(id, toQuotedSpoiler(post, user));
    }
    return visible;
  }
}
