import { Injectable } from '@nestjs/common';
import type { Poll } from '@kickoff/contracts';

import { Clock } from '../../common/time/clock.js';
import type { PostDocument } from '../post.schema.js';
import { PollVotesRepository } from './poll-votes.repository.js';
import { toPoll } from './poll.view.js';

/** Presents polls to one reader, who sees only the own vote. */
@Injectable()
export class PollPresenter {
  constructor(
    private readonly votes: PollVotesRepository,
    private readonly clock: Clock,
  ) {}

  /** Presents the polls of some posts, by the id of the post; one query at most. */
  async present(
    readerId: string,
    posts: readonly Pick<PostDocument, '_id' | 'poll'>[],
  ): Promise<ReadonlyMap<string, Poll>> {
    const voted = posts.filter(({ poll }) => poll !== undefined && poll.total > 0);
    const options = await this.findOptions(readerId, voted);
    const now = this.clock.now();
    return new Map(
      posts.flatMap(({ _id, poll }) => (poll ? [[_id, toPoll(poll, options.get(_id), now)]] : [])),
    );
  }

  private async findOptions(
    readerId: string,
    posts: readonly Pick<PostDocument, '_id'>[],
  ): Promise<ReadonlyMap<string, number>> {
    if (posts.length === 0) return new Map();
    const ids = posts.map(({ _id }) => _id);
    return this.votes.findOptions(readerId, ids);
  }
}
