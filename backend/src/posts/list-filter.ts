import { Injectable } from '@nestjs/common';

import { MutedContent } from './muted-content.js';
import type { HiddenPosts } from './posts-page.js';
import { UnseenContent } from './unseen-content.js';

/** Decides which posts the lists of one reader leave out: muted words and moments not seen yet. */
@Injectable()
export class ListFilter {
  constructor(
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
  ) {}

  /** Returns undefined for a reader whose lists have all posts. */
  async of(readerId: string): Promise<HiddenPosts['findSkipped']> {
    const [muted, unseen] = await Promise.all([this.muted.of(readerId), this.unseen.of(readerId)]);
    if (!muted || !unseen) return muted?.findPosts ?? unseen?.findLeftOut;
    return async (posts) => {
      const found = await Promise.all([muted.findPosts(posts), unseen.findLeftOut(posts)]);
      return new Set(found.flatMap((ids) => [...ids]));
    };
  }
}
