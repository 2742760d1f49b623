import { Injectable } from '@nestjs/common';
import type { Post } from '@kickoff/contracts';

import type { PostDocument } from './post.schema.js';
import { QuotesService } from './quotes/quotes.service.js';

/** What a post carries beside text and media. */
type Embeds = Pick<Post, 'quote'>;

/** Loads the quoted posts of a page: for a page without them nothing is read. */
@Injectable()
export class PostEmbeds {
  constructor(private readonly quotes: QuotesService) {}

  /** Returns the embeds by the id of the post that carries them. */
  async load(
    readerId: string,
    posts: readonly PostDocument[],
  ): Promise<ReadonlyMap<string, Embeds>> {
    const quotes = await this.quotes.present(readerId, posts);
    return new Map([...quotes].map(([id, quote]) => [id, { quote }]));
  }
}
