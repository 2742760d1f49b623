import { Injectable } from '@nestjs/common';

import { MutedContent } from './muted-content.js';
import type { HiddenPosts } from './posts-page.js';
import { UnseenContent } from './unseen-content.js';

/** Decides which posts a reader's lists omit: muted words and unseen moments. */
@Injectable()
export class ListFilter {
  constructor(
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
  ) {}

  /** Returns undefined for a reader whose lists omit nothing. */
  async of(readerId: string): Promise<HiddenPosts['findSkipped']> {
    const [muted, unseen] = await Promise.all([this.muted.of(readerId), this.unseen.of(readerId)]);
    if (!muted || !unseen) return muted?.findPosts ?? unseen?.findLeftOut;
    return async (posts) => {
      const found = await Promise.all([muted.findPosts(posts), unseen.findLeftOut(posts)]);
      return new Set(found.flatMap((ids) => [...ids]));
    };
  }
}
