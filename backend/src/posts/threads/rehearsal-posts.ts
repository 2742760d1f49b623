import { Injectable } from '@nestjs/common';

import { NotFound } from '../../common/errors/coded-errors.js';
import { isDatabaseAway } from '../../common/mongo/database-away.js';
import { RehearsalsService } from '../../football/rehearsals/rehearsals.service.js';
import type { LiveAudience } from '../../live/live-message.js';
import type { PostDocument } from '../post.schema.js';

type PostOrigin = Pick<PostDocument, 'match'>;

/** Whether a post is about a match of a rehearsal that is not among these. */
export function isOfOtherRehearsal(
  { match }: PostOrigin,
  rehearsals: ReadonlySet<string> | undefined,
): boolean {
  return match?.rehearsal !== undefined && !rehearsals?.has(match.rehearsal);
}

/** Decides who may see posts about matches of rehearsals: the fans of the rehearsal. */
@Injectable()
export class RehearsalPosts {
  constructor(private readonly rehearsals: RehearsalsService) {}

  /** Ids of the rehearsals whose posts a fan may see; from memory. */
  async seenBy(fanId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.rehearsals.findByFan(fanId)).map(({ _id }) => _id));
  }

  /** Whether any post could be about a match of a rehearsal; from memory. */
  async areAny(): Promise<boolean> {
    return (await this.rehearsals.findAll()).length > 0;
  }

  /** @throws NotFound for a post of a rehearsal that this reader may not see */
  async requireVisible(readerId: string, post: PostOrigin): Promise<void> {
    if (post.match?.rehearsal === undefined) return;
    if (isOfOtherRehearsal(post, await this.seenBy(readerId))) throw new NotFound('post');
  }

  /** Whether the fan with this id may see the post. */
  async isVisible(readerId: string, post: PostOrigin): Promise<boolean> {
    return (
      post.match?.rehearsal === undefined || !isOfOtherRehearsal(post, await this.seenBy(readerId))
    );
  }

  /** Returns the recipients of a post's live events. */
  async audienceOf({
    authorId,
    match,
  }: Pick<PostDocument, 'authorId' | 'match'>): Promise<LiveAudience> {
    const audience = { to: 'readersOf', fanId: authorId } as const;
    if (match?.rehearsal === undefined) return audience;
    return { ...audience, among: await this.fansOf(match.rehearsal) };
  }

  /**
   * Returns the fans of a rehearsal who get a live event; none if it was removed, or while the
   * database is unavailable: nothing awaits these events.
   */
  async fansOf(rehearsalId: string): Promise<readonly string[]> {
    try {
      const all = await this.rehearsals.findAll();
      return all.find(({ _id }) => _id === rehearsalId)?.fanIds ?? [];
    } catch (error) {
      if (isDatabaseAway(error)) return [];
      throw error;
    }
  }
}
