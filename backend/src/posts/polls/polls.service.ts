import { Injectable } from '@nestjs/common';
import type { OwnVote, Post, Vote } from '@kickoff/contracts';

import { newId } from '../../common/mongo/ids.js';
import type { Fan } from '../../common/auth/audience.js';
import { CodedError, Conflict, InvalidInput, NotFound } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { Batches } from '../../common/work/batches.js';
import { KeyedMutex } from '../../common/work/keyed-mutex.js';
import { PostEvents } from '../post-events.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';
import type { PollVote } from './poll-vote.schema.js';
import { PollVotesRepository } from './poll-votes.repository.js';
import { hasEnded } from './poll.view.js';

/** The most queued votes in one post written in one transaction. */
const MAX_BATCH = 100;
/** Votes of a deleted account removed concurrently. */
const BATCH = 20;

/** Owns votes in polls. A vote is unique per fan and post, and is written in one transaction with the post's counts. Nobody can list voters. */
@Injectable()
export class PollsService {
  /** Batched by post, since all its votes write the same counts. */
  private readonly additions = new Batches<PollVote, PostDocument | CodedError>(
    (postId, votes) => this.addBatch(postId, votes),
    MAX_BATCH,
    ({ fanId }) => fanId,
  );
  private readonly removals = new KeyedMutex();

  constructor(
    private readonly repository: PollVotesRepository,
    private readonly presenter: PostPresenter,
    private readonly events: PostEvents,
    private readonly clock: Clock,
  ) {}

  async vote(fan: Fan, id: string, { option }: Vote): Promise<Post> {
    await this.presenter.requireNotBlocked(fan.id, id);
    const vote: PollVote = {
      _id: newId(),
      postId: id,
      fanId: fan.id,
      option,
      createdAt: this.clock.now(),
    };
    const result = await this.additions.add(id, vote);
    if (result instanceof CodedError) throw result;
    return this.presenter.presentChanged(fan.id, result);
  }

  /** Removes all votes of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const votes = await this.repository.findByFan(fanId, BATCH);
      if (votes.length === 0) return;
      await Promise.all(votes.map((vote) => this.removeOne(vote)));
    }
  }

  /** Yields all votes of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<OwnVote> {
    let after: string | undefined;
    do {
      const votes = await this.repository.findByFan(fanId, 1_000, after);
      for (const { postId, option, createdAt } of votes) {
        yield { postId, option, createdAt: createdAt.toISOString() };
      }
      after = votes.at(-1)?._id;
    } while (after);
  }

  /** Stores votes of several fans in one post; the result of a refused vote is its error. */
  private async addBatch(
    postId: string,
    votes: readonly PollVote[],
  ): Promise<(PostDocument | CodedError)[]> {
    const before = await this.repository.findPost(postId);
    const refusals = votes.map((vote) => this.findRefusal(before, vote));
    const accepted = votes.filter((_, at) => refusals[at] === undefined);
    if (accepted.length === 0) return refusals.flatMap((refusal) => refusal ?? []);
    const { areNew, post } = await this.repository.add(postId, accepted);
    if (post) this.events.changed(post);
    const isNew = new Map(accepted.map((vote, at) => [vote, areNew[at] === true]));
    return votes.map((vote, at) => {
      if (refusals[at]) return refusals[at];
      return isNew.get(vote) ? (post ?? new NotFound('post')) : new Conflict('You have voted');
    });
  }

  private findRefusal(post: PostDocument | null, { option }: PollVote): CodedError | undefined {
    if (!post) return new NotFound('post');
    const { poll } = post;
    if (!poll) return new InvalidInput('This post has no poll');
    if (hasEnded(poll, this.clock.now())) return new Conflict('This poll has ended');
    if (poll.options[option] === undefined) {
      return InvalidInput.in('option', 'This poll has no such option');
    }
    return undefined;
  }

  private async removeOne(vote: PollVote): Promise<void> {
    const removed = await this.removals.run(vote.postId, () => this.repository.remove(vote));
    if (removed?.post) this.events.changed(removed.post);
  }
}
