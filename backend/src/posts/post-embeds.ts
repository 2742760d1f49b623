import { Injectable } from '@nestjs/common';
import type { Post } from '@kickoff/contracts';

import { PollPresenter } from './polls/poll-presenter.js';
import type { PostDocument } from './post.schema.js';
import { QuotesService } from './quotes/quotes.service.js';

/** Polls and quotes of a post. */
type Embeds = Pick<Post, 'poll' | 'quote'>;

/** Loads the polls and quoted posts of a page; reads nothing for a page without them. */
@Injectable()
export class PostEmbeds {
  constructor(
    private readonly polls: PollPresenter,
    private readonly quotes: QuotesService,
  ) {}

  /** Returns the embeds by the id of their post. */
  async load(
    readerId: string,
    posts: readonly PostDocument[],
  ): Promise<ReadonlyMap<string, Embeds>> {
    const [polls, quotes] = await Promise.all([
      this.polls.present(readerId, posts),
      this.quotes.present(readerId, posts),
    ]);
    const embeds = new Map<string, Embeds>();
    for (const [id, poll] of polls) embeds.set(id, { poll });
    for (const [id, quote] of quotes) embeds.set(id, { ...embeds.get(id), quote });
    return embeds;
  }
}
