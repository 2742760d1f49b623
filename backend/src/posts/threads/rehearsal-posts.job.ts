import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../../common/jobs/job.js';
import { Jobs } from '../../common/jobs/jobs.js';
import { RehearsalsService } from '../../football/rehearsals/rehearsals.service.js';
import { PostCleanupJob } from '../post-cleanup.job.js';
import type { PostDocument } from '../post.schema.js';
import { ThreadRepository } from './thread.repository.js';

const TICK_MS = 10_000;
const BATCH = 100;

/** Deletes the posts about matches of rehearsals that were removed. */
@Injectable()
export class RehearsalPostsJob {
  private readonly job: Job;

  constructor(
    private readonly repository: ThreadRepository,
    private readonly rehearsals: RehearsalsService,
    private readonly cleanup: PostCleanupJob,
    jobs: Jobs,
  ) {
    this.job = jobs.create('rehearsal-posts', () => this.process());
  }

  @Interval(TICK_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async process(): Promise<void> {
    const found = await this.repository.findRehearsalIds();
    if (found.length === 0) return;
    // Read after the posts: a rehearsal that has posts and is not here now was removed.
    const existing = new Set((await this.rehearsals.list()).map(({ _id }) => _id));
    for (const id of found.filter((one) => !existing.has(one))) await this.removePosts(id);
  }

  private async removePosts(rehearsalId: string): Promise<void> {
    type RehearsedPost = Pick<PostDocument, '_id' | 'authorId'>;
    const nameOf = ({ _id }: RehearsedPost) => _id;
    let after: RehearsedPost['_id'] | undefined;
    while (!this.job.isClosing) {
      const posts = await this.repository.findByRehearsal(rehearsalId, BATCH, after);
      await this.job.each(posts, nameOf, async ({ _id, authorId }) => {
        await this.cleanup.deleteOwn(_id, authorId);
      });
      after = posts.at(-1)?._id;
      if (!after) return;
    }
  }
}
