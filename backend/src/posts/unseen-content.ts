import { Injectable } from '@nestjs/common';

import { type SeenLimit, SeenMatches } from '../football/viewpoints/seen-matches.js';
import type { PostDocument } from './post.schema.js';

type AboutMatch = Pick<PostDocument, '_id' | 'authorId' | 'match'>;

/**
 * The unseen parts, for one reader, of the matches that posts are about; own posts always count as
 * seen.
 */
export interface UnseenForReader {
  /** Ids of those posts that lists omit. */
  findLeftOut: (posts: readonly AboutMatch[]) => Promise<ReadonlySet<string>>;
  /** Ids of those posts about an unseen moment. */
  findUnseen: (posts: readonly AboutMatch[]) => Promise<ReadonlyMap<string, SeenLimit['mode']>>;
  /** The limit up to which the reader sees a post's match; undefined if there is none. */
  findLimit: (post: Pick<PostDocument, 'match'>) => Promise<SeenLimit | undefined>;
}

/** Decides which posts are about a moment of a match that their reader has not seen. */
@Injectable()
export class UnseenContent {
  constructor(private readonly seen: SeenMatches) {}

  /** Returns undefined for a reader who sees every match live. */
  async of(readerId: string): Promise<UnseenForReader | undefined> {
    const findLimit = await this.seen.of(readerId);
    if (!findLimit) return undefined;
    const findUnseen: UnseenForReader['findUnseen'] = async (posts) => {
      const unseen = new Map<string, SeenLimit['mode']>();
      for (const { _id, authorId, match } of posts) {
        if (!match || authorId === readerId) continue;
        const limit = await findLimit(match.id);
        if (limit && isBeyond(match, limit)) unseen.set(_id, limit.mode);
      }
      return unseen;
    };
    return {
      findUnseen,
      findLimit: async ({ match }) => match && findLimit(match.id),
      findLeftOut: async (posts) => {
        const unseen = await findUnseen(posts);
        const ids = [...unseen.keys()];
        return new Set(ids.filter((id) => unseen.get(id) !== 'hidden'));
      },
    };
  }
}

/** A kick-off may be earlier than planned: a post with a minute is after it. */
function isBeyond(
  { at, minute }: NonNullable<PostDocument['match']>,
  { mode, untilMs }: SeenLimit,
): boolean {
  return at.getTime() > untilMs || (mode === 'hidden' && typeof minute === 'string');
}
