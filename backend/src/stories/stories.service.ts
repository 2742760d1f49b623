import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { NewStory, Story } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { InvalidInput, NotFound, Unavailable } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import type { IncomingFile } from '../common/http/incoming-files.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { afterCommit, inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { LiveService } from '../live/live.service.js';
import { MediaService } from '../media/media.service.js';
import { NotificationFanoutJob } from '../notifications/notification-fanout.job.js';
import { storiesGroup } from '../notifications/notification-request.js';
import { BlocksService } from '../people/blocks.service.js';
import { StoriesRepository } from './stories.repository.js';
import type { StoryDocument } from './story.schema.js';
import { StoryPresenter } from './story-presenter.js';

const LIFE_MS = 24 * 60 * 60_000;
const BATCH = 100;

/**
 * Creates, reads and removes stories, which expire after a day. An ended story is hidden by the
 * clock; the job deletes its file, then its views, then its row, so that an interrupted run can be
 * repeated.
 */
@Injectable()
export class StoriesService implements OnModuleInit {
  private readonly logger = new Logger(StoriesService.name);

  constructor(
    private readonly repository: StoriesRepository,
    private readonly media: MediaService,
    private readonly blocks: BlocksService,
    private readonly presenter: StoryPresenter,
    private readonly live: LiveService,
    private readonly fanouts: NotificationFanoutJob,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.media.registerUsage('stories', (names) => this.repository.findNamed(names));
  }

  /**
   * Stores a new story. Its id comes from the idempotency key, so an existing story with that id
   * was stored by an earlier attempt of the same request.
   *
   * @throws NotFound if that story has ended
   */
  async create(
    fan: Fan,
    { id, exists, isRetry }: CallResult,
    input: NewStory,
    file: IncomingFile | undefined,
  ): Promise<Story> {
    // The file of a stored story may have filled the quota.
    if (exists || (isRetry && (await this.repository.findLiving(id)))) return this.one(fan, id);
    if (!file) throw new InvalidInput('A story needs an image or a video');
    const to = { folder: 'stories', accept: input.mediaType, ownerId: fan.id } as const;
    const { name } = await this.media.store(file, to);
    const createdAt = this.clock.now();
    const isNew = await this.insert({
      _id: id,
      authorId: fan.id,
      media: name,
      mediaType: input.mediaType,
      alt: input.alt,
      ...(input.caption === '' ? {} : { caption: input.caption }),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS),
    });

    if (isNew) {
      await this.media.confirm([name]);
      this.logger.log({ event: 'story_created', storyId: id, fanId: fan.id });
    } else {
      await this.media.discard('stories', [name]);
    }
    const story = await this.one(fan, id);
    if (isNew) this.publish(story);
    return story;
  }

  /** Finds a live story that the fan may see. */
  async one(fan: Fan, id: string): Promise<Story> {
    const [answer] = await this.presenter.present(fan.id, [await this.visible(fan, id)]);
    if (!answer) throw new NotFound('story');
    return answer;
  }

  /** Returns a live story that the fan may see, as stored. */
  async visible(fan: Fan, id: string): Promise<StoryDocument> {
    const story = await this.repository.findLiving(id);
    if (!story || (await this.blocks.areBlocked(fan.id, story.authorId))) {
      throw new NotFound('story');
    }
    return story;
  }

  /** Removes the fan's own story. */
  async remove(fan: Fan, id: string): Promise<void> {
    const ended = await this.repository.end(id, fan.id);
    if (!ended) {
      requireOwner(fan, await this.visible(fan, id));
      throw new NotFound('story');
    }
    await this.clear([ended]);
    this.logger.log({ event: 'story_deleted', storyId: id, fanId: fan.id });
  }

  /**
   * Removes a story by an admin's decision, its file after the caller's transaction. Returns false
   * if it has already ended.
   */
  async removeForAdmin(id: string): Promise<boolean> {
    const ended = await this.repository.end(id);
    if (!ended) return false;
    await afterCommit(() => this.clearNowOrLater(ended));
    return true;
  }

  /** Finds ended stories whose rows still exist, oldest first. */
  over(): AsyncIterable<StoryDocument> {
    return this.repository.over();
  }

  /** Deletes the rest of an ended story. */
  clearOver(story: StoryDocument): Promise<void> {
    return this.clear([story]);
  }

  /** Deletes the views of ended stories. */
  removeViewsOver(): Promise<void> {
    return this.repository.removeViewsOver();
  }

  /** Removes all stories and views of a fan; idempotent. */
  async removeAllOf(fanId: string): Promise<void> {
    await this.repository.endAllOf(fanId);
    await this.clearEndedOf(fanId);
    while ((await this.repository.removeSomeViewsBy(fanId, BATCH)) > 0);
  }

  /** Yields a fan's live stories for the data export. */
  async *exportOf(fanId: string): AsyncIterable<Story> {
    let after: Position | undefined;
    for (;;) {
      const stories = await this.repository.findNewestOf([fanId], { after, size: BATCH });
      const last = stories.at(-1);
      if (!last) return;
      yield* await this.presenter.present(fanId, stories);
      after = { at: last.expiresAt, id: last._id };
    }
  }

  /**
   * Stores a story with the fan-out to its followers, whose notifications are written after the
   * response. Returns false if its id exists.
   */
  private insert(story: StoryDocument): Promise<boolean> {
    const { _id: id, authorId } = story;
    return inTransaction(async () => {
      if (!(await this.repository.insert(story))) return false;
      await this.fanouts.start(
        fanoutOf(id),
        { followersOf: authorId },
        {
          kind: 'story',
          group: storiesGroup(authorId),
          target: { type: 'story', id },
          actorId: authorId,
          renotify: true,
        },
      );
      return true;
    });
  }

  private publish({ _id, user }: Story): void {
    const by = { _id: user._id, username: user.username };
    void this.live.publish(
      'story.created',
      { _id, user: by },
      { to: 'followersOf', fanId: by._id },
    );
  }

  private async clearEndedOf(authorId: string): Promise<void> {
    for (;;) {
      const over = await this.repository.findOverOf(authorId, BATCH);
      if (over.length === 0) return;
      await this.clear(over);
    }
  }

  /** If the media store is unavailable, the job deletes the rest later. */
  private async clearNowOrLater(story: StoryDocument): Promise<void> {
    try {
      await this.clear([story]);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }

  private async clear(stories: readonly StoryDocument[]): Promise<void> {
    await this.fanouts.cancel(stories.map(({ _id }) => fanoutOf(_id)));
    await this.media.discard(
      'stories',
      stories.map(({ media }) => media),
    );
    await this.repository.removeAll(stories.map(({ _id }) => _id));
  }
}

/** The id of the fan-out that notifies of a story. */
function fanoutOf(storyId: string): string {
  return `story:${storyId}`;
}
