import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import {
  toObjectIds,
  toStringIds,
  withObjectIds,
  type WithStringIds,
} from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { readVisible } from '../common/mongo/read-visible.js';
import { rowsOf } from '../common/mongo/rows-of.js';
import { Clock } from '../common/time/clock.js';
import {
  AUTHOR_INDEX,
  type StoryDocument,
  type StoredStory,
  storiesCollection,
} from './story.schema.js';
import { type StoryView, type StoredStoryView, storyViewsCollection } from './story-view.schema.js';

/** Maximum number of authors whose rows the index merges; with more, MongoDB sorts in memory. */
const AUTHORS_AT_ONCE = 180;

/** A slice of a list: the position to start after, and the size. */
interface Slice {
  after?: Position | undefined;
  size: number;
}

/** Which stories one reader sees, and whether that includes all of own and followed fans. */
export interface StoryVisibility {
  isVisible: (story: StoryDocument) => boolean;
  areNearVisible: boolean;
}

type StoredTexts = Pick<StoredStory, '_id' | 'authorId' | 'caption' | 'alt'>;
type StoryTexts = WithStringIds<StoredTexts>;

/** In the past for every clock: an instance whose clock is behind must not end the story twice. */
const ENDED = { $set: { expiresAt: new Date(0) } };

/**
 * All database access of stories and their views. Only this class decides which stories are live.
 */
@Injectable()
export class StoriesRepository {
  constructor(
    @InjectCollection(storiesCollection) private readonly stories: Collection<StoredStory>,
    @InjectCollection(storyViewsCollection) private readonly views: Collection<StoredStoryView>,
    private readonly clock: Clock,
  ) {}

  /** Inserts a story in a transaction. Returns false if the id exists. */
  async insert(story: StoryDocument): Promise<boolean> {
    const { _id, ...row } = withObjectIds(story, '_id', 'authorId');
    // A duplicate key would end the transaction.
    const { upsertedCount } = await this.stories.updateOne(
      { _id },
      { $setOnInsert: row },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  findLiving(id: string): Promise<StoryDocument | null> {
    return this.stories
      .findOne({
        _id: new Types.ObjectId(id),
        expiresAt: { $gt: this.clock.now() },
      })
      .then(toStringIds);
  }

  /** Finds the texts of the live ones of these stories. */
  findTexts(ids: readonly string[]): Promise<StoryTexts[]> {
    return this.stories
      .find<StoredTexts>(
        { _id: { $in: toObjectIds(ids) }, expiresAt: { $gt: this.clock.now() } },
        { projection: { authorId: 1, caption: 1, alt: 1 } },
      )
      .toArray()
      .then(toStringIds);
  }

  /** The newest living stories of these fans. */
  async findNewestOf(authorIds: readonly string[], slice: Slice): Promise<StoryDocument[]> {
    const chunks: Promise<StoryDocument[]>[] = [];
    for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
      const some = authorIds.slice(start, start + AUTHORS_AT_ONCE);
      // Otherwise MongoDB reuses the plan of active authors, which examines the stories of all others.
      const found = this.livingNewestFirst({ authorId: { $in: toObjectIds(some) } }, slice);
      chunks.push(found.hint(AUTHOR_INDEX).toArray().then(toStringIds));
    }
    return (await Promise.all(chunks)).flat().sort(newestFirst).slice(0, slice.size);
  }

  /** Finds a page of the newest live stories of these fans that are visible to the reader. */
  findVisibleOf(
    authorIds: readonly string[],
    { isVisible, areNearVisible }: StoryVisibility,
    { after, size }: Slice,
  ): Promise<PageRows<StoryDocument>> {
    const newestOf = (slice: Slice) => this.findNewestOf(authorIds, slice);
    async function* read(limit: number, last: StoryDocument | undefined) {
      yield* await newestOf({ size: limit, after: last ? endingOf(last) : after });
    }
    return readVisible(
      { read, isVisible, areAllVisible: areNearVisible, bytesOf: () => 0 },
      { size },
    );
  }

  /** Finds a page of everyone's newest live stories that are visible to the reader. */
  findNewestVisible(
    isVisible: (story: StoryDocument) => boolean,
    { after, size }: Slice,
  ): Promise<PageRows<StoryDocument>> {
    return readVisible(
      {
        read: (limit, last) =>
          rowsOf(
            this.livingNewestFirst({}, { size: limit, after: last ? endingOf(last) : after }),
            toStringIds,
          ),
        isVisible,
        areAllVisible: false,
        bytesOf: () => 0,
      },
      { size },
    );
  }

  /**
   * Ends a live story, of one author only if given, and returns it. Of concurrent calls all but one
   * return null.
   */
  end(id: string, authorId?: string): Promise<StoryDocument | null> {
    return this.stories
      .findOneAndUpdate(
        {
          _id: toObjectId(id),
          ...(authorId === undefined ? {} : { authorId: toObjectId(authorId) }),
          expiresAt: { $gt: this.clock.now() },
        },
        ENDED,
      )
      .then(toStringIds);
  }

  /** Ends all live stories of a fan. */
  async endAllOf(authorId: string): Promise<void> {
    await this.stories.updateMany(
      { authorId: toObjectId(authorId), expiresAt: { $gt: this.clock.now() } },
      ENDED,
    );
  }

  /** Finds all ended stories, oldest first. */
  over(): AsyncIterable<StoryDocument> {
    return this.stories
      .find({ expiresAt: { $lte: this.clock.now() } })
      .sort({ expiresAt: 1, _id: 1 })
      .map(toStringIds);
  }

  /** Finds a batch of ended stories of one fan. */
  findOverOf(authorId: string, size: number): Promise<StoryDocument[]> {
    return this.stories
      .find({ authorId: toObjectId(authorId), expiresAt: { $lte: this.clock.now() } })
      .sort({ expiresAt: 1, _id: 1 })
      .limit(size)
      .toArray()
      .then(toStringIds);
  }

  /** Deletes stories and their views. */
  async removeAll(ids: readonly string[]): Promise<void> {
    await this.views.deleteMany({ storyId: { $in: toObjectIds(ids) } });
    // Last: while the row exists, the next run of the job retries.
    await this.stories.deleteMany({ _id: { $in: toObjectIds(ids) } });
  }

  /** Which of these files a story names. */
  async findNamed(media: readonly string[]): Promise<string[]> {
    const named = await this.stories
      .find({ media: { $in: [...media] } })
      .project<Pick<StoredStory, 'media'>>({ _id: 0, media: 1 })
      .toArray();
    return named.map((story) => story.media);
  }

  /** Records that a fan has seen a story; idempotent. */
  async insertView(story: StoryDocument, viewerId: string): Promise<void> {
    try {
      await this.views.insertOne({
        _id: new Types.ObjectId(),
        storyId: toObjectId(story._id),
        viewerId: toObjectId(viewerId),
        at: this.clock.now(),
        expiresAt: story.expiresAt,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Returns which of these stories a fan has seen. */
  async findSeen(viewerId: string, storyIds: readonly string[]): Promise<Set<string>> {
    const views = await this.views
      .find(
        { viewerId: toObjectId(viewerId), storyId: { $in: toObjectIds(storyIds) } },
        { batchSize: 1000 },
      )
      .project<Pick<StoredStoryView, 'storyId'>>({ _id: 0, storyId: 1 })
      .toArray();
    return new Set(views.map(({ storyId }) => storyId.toString()));
  }

  /** Finds a page of a story's views, newest first, without these fans. */
  findViews(
    storyId: string,
    except: ReadonlySet<string>,
    { after, size }: Slice,
  ): Promise<PageRows<StoryView>> {
    const read = (limit: number, last: StoryView | undefined) => {
      const place = last ? { at: last.at, id: last._id } : after;
      const views = this.views.find(
        { storyId: toObjectId(storyId), ...keyset(place, { at: 'at' }) },
        { sort: { at: -1, _id: -1 }, limit, batchSize: 1000 },
      );
      return rowsOf(views, toStringIds);
    };
    return readVisible(
      {
        read,
        isVisible: ({ viewerId }) => !except.has(viewerId),
        areAllVisible: except.size === 0,
        bytesOf: () => 0,
      },
      { size },
    );
  }

  /** Deletes a batch of a fan's views and returns its size. */
  async removeSomeViewsBy(viewerId: string, size: number): Promise<number> {
    const views = await this.views
      .find({ viewerId: toObjectId(viewerId) })
      .project<Pick<StoredStoryView, '_id'>>({ _id: 1 })
      .limit(size)
      .toArray();
    await this.views.deleteMany({ _id: { $in: views.map(({ _id }) => _id) } });
    return views.length;
  }

  /** Removes views of expired stories that were recorded after their deletion. */
  async removeViewsOver(): Promise<void> {
    await this.views.deleteMany({ expiresAt: { $lte: this.clock.now() } });
  }

  private livingNewestFirst(of: object, { after, size }: Slice) {
    const now = this.clock.now();
    return this.stories
      .find(
        {
          ...of,
          expiresAt: { $gt: now, ...(after ? { $lte: after.at } : {}) },
          ...(after
            ? {
                $or: [
                  { expiresAt: { $lt: after.at } },
                  { expiresAt: after.at, _id: { $lt: toObjectId(after.id) } },
                ],
              }
            : {}),
        },
        { batchSize: 1000 },
      )
      .sort({ expiresAt: -1, _id: -1 })
      .limit(size);
  }
}

/** The position of a story in a list. */
export function endingOf({ expiresAt, _id }: StoryDocument): Position {
  return { at: expiresAt, id: _id };
}

function toObjectId(id: string): Types.ObjectId {
  return new Types.ObjectId(id);
}

function newestFirst(one: StoryDocument, other: StoryDocument): number {
  const apart = other.expiresAt.getTime() - one.expiresAt.getTime();
  return apart === 0 ? other._id.localeCompare(one._id) : apart;
}
