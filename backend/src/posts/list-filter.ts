import { Injectable } from '@nestjs/common';

import { MutedContent } from './muted-content.js';
import type { HiddenPosts } from './posts-page.js';
import { UnseenContent, type UnseenForReader } from './unseen-content.js';

/** Decides which posts a reader's lists omit: muted words and unseen moments. */
@Injectable()
export class ListFilter {
  constructor(
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
  ) {}

  /** Returns undefined for a reader whose lists omit nothing. */
  of(readerId: string): Promise<HiddenPosts['findSkipped']> {
    return this.combine(readerId, ({ findLeftOut }) => findLeftOut);
  }

  /**
   * The same for a search by text or media. It omits spoilers too: being found would reveal what
   * they withhold.
   */
  ofSearch(readerId: string): Promise<HiddenPosts['findSkipped']> {
    return this.combine(readerId, ({ findUnseen }) => async (posts) => {
      const unseen = await findUnseen(posts);
      return new Set(unseen.keys());
    });
  }

  private async combine(
    readerId: string,
    toFind: (unseen: UnseenForReader) => UnseenForReader['findLeftOut'],
  ): Promise<HiddenPosts['findSkipped']> {
    const [muted, unseen] = await Promise.all([this.muted.of(readerId), this.unseen.of(readerId)]);
    const findUnseen = unseen && toFind(unseen);
    if (!muted || !findUnseen) return muted?.findPosts ?? findUnseen;
    return async (posts) => {
      const found = await Promise.all([muted.findPosts(posts), findUnseen(posts)]);
      return new Set(found.flatMap((ids) => [...ids]));
    };
  }
}
