import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import { upsertEach } from '../common/mongo/upsert-each.js';
import { mediaKey } from '../common/text/search-words.js';
import { type StoredDeletedPost, deletedPostsCollection } from './deleted-post.schema.js';
import {
  type StoredModeratedPost,
  moderatedPostsCollection,
} from './moderation/moderated-post.schema.js';
import type { AuthorMoment } from './threads/seen-moment.js';
import {
  type PostDocument,
  AUTHOR_INDEX,
  type StoredPost,
  postsCollection,
  WITHOUT_SEARCH_WORDS,
} from './post.schema.js';
import {
  type PostPosition,
  POSTS_BATCH,
  type PostVersion,
  type Preview,
  previewed,
} from './posts-page.js';

/** A list and the position after which its page starts. */
export interface ListPosition {
  authorIds?: readonly string[] | undefined;
  after?: Position | undefined;
}

/** The position of a post in lists by author. */
export type AuthoredPosition = PostPosition & Pick<PostDocument, 'authorId'>;

const AUTHORED = { authorId: 1, createdAt: 1 } as const;

/** The change of an edit; `moment` also moves the post in its match's thread. */
export interface PostEdit {
  text: string;
  searchWords: readonly string[];
  moment?: AuthorMoment | undefined;
}

/** All database access of posts by their authors. */
@Injectable()
export class PostsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(moderatedPostsCollection)
    private readonly moderated: Collection<StoredModeratedPost>,
    @InjectCollection(deletedPostsCollection)
    private readonly deleted: Collection<StoredDeletedPost>,
  ) {}

  /**
   * Inserts posts whose ids do not exist yet. Upserts, because a duplicate-key error would abort
   * the caller's transaction. Returns which are new, in their order.
   */
  insertNew(posts: readonly PostDocument[]): Promise<boolean[]> {
    const upserts = posts.map((post) => {
      const { _id, ...row } = withObjectIds(post, '_id', 'authorId', 'quoteId');
      // A new post has no likes and no comments.
      const update = { $setOnInsert: { ...row, newestLikers: [], firstComments: [] } };
      return { filter: { _id }, update };
    });
    return upsertEach(this.posts, upserts);
  }

  /** Versions of the newest posts after a position in the list, of all or of some authors. */
  findVersions(size: number, where: ListPosition): Promise<PostVersion[]> {
    return this.posts
      .find<Pick<StoredPost, '_id' | 'createdAt' | 'version'>>(
        { ...byAuthor(where), ...keyset(where.after) },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: size,
          projection: { createdAt: 1, version: 1 },
          batchSize: 1000,
          ...indexOf(where),
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Positions of the newest posts of some authors, at most `size`; a covered query. */
  findPositions(size: number, where: ListPosition): Promise<AuthoredPosition[]> {
    return this.posts
      .find<Pick<StoredPost, keyof AuthoredPosition>>(
        { ...byAuthor(where), ...keyset(where.after) },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: size,
          projection: AUTHORED,
          batchSize: 1000,
          ...indexOf(where),
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Positions of posts created or restored since a moment, at most `size`, in any order. */
  findSince(moment: Date, size: number): Promise<AuthoredPosition[]> {
    const since = { $gte: moment };
    return this.posts
      .find<Pick<StoredPost, keyof AuthoredPosition>>(
        { $or: [{ createdAt: since }, { restoredAt: since }] },
        { limit: size, projection: AUTHORED, batchSize: size },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Versions of the posts with these ids, without deleted posts. */
  async findVersionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const versions = await this.posts
      .find<Pick<StoredPost, '_id' | 'version'>>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { version: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Map(versions.map(({ _id, version }) => [_id.toString(), version]));
  }

  /** The posts at these positions, in any order, without deleted ones. */
  findAt(places: readonly Position[], preview: Preview): Promise<PostDocument[]> {
    return this.findByIds(
      places.map(({ id }) => id),
      preview,
    );
  }

  findByIds(ids: readonly string[], preview: Preview): Promise<PostDocument[]> {
    return this.posts
      .find(
        { _id: { $in: toObjectIds(ids) } },
        { projection: previewed(preview), batchSize: POSTS_BATCH },
      )
      .toArray()
      .then(toStringIds);
  }

  findById(id: string): Promise<PostDocument | null> {
    return this.posts
      .findOne({ _id: new Types.ObjectId(id) }, { projection: WITHOUT_SEARCH_WORDS })
      .then(toStringIds);
  }

  /** Finds the author and the match of a post; null if it does not exist. */
  findOrigin(id: string): Promise<Pick<PostDocument, 'authorId' | 'match'> | null> {
    return this.posts
      .findOne<Pick<StoredPost, 'authorId' | 'match'>>(
        { _id: new Types.ObjectId(id) },
        { projection: { _id: 0, authorId: 1, match: 1 } },
      )
      .then(toStringIds);
  }

  /**
   * Returns whether a post with this id was stored before; it may be moderated by now, or deleted
   * with its reactions not removed yet.
   */
  async wasStored(id: string): Promise<boolean> {
    const _id = new Types.ObjectId(id);
    const projection = { _id: 1 } as const;
    // In this order: a removal moves the post from the first to one of the others.
    const found =
      (await this.posts.findOne({ _id }, { projection })) ??
      (await this.moderated.findOne({ _id }, { projection })) ??
      (await this.deleted.findOne({ _id }, { projection }));
    return found !== null;
  }

  /** Finds the id of the match in whose thread a post is; undefined without a thread. */
  async findMatchId(id: string): Promise<string | undefined> {
    const post = await this.posts.findOne<Pick<StoredPost, 'match'>>(
      { _id: new Types.ObjectId(id) },
      { projection: { _id: 0, 'match.id': 1 } },
    );
    return post?.match?.id;
  }

  /**
   * Replaces the text of the fan's own post. The filter also requires that nobody has voted and,
   * for a blank text, that the post has an image or a video.
   */
  editOwn(
    id: string,
    authorId: string,
    { text, searchWords, moment }: PostEdit,
    isBlank: boolean,
  ): Promise<PostDocument | null> {
    const hasMedia = [{ image: { $exists: true } }, { video: { $exists: true } }];
    return this.posts
      .findOneAndUpdate(
        {
          _id: new Types.ObjectId(id),
          authorId: new Types.ObjectId(authorId),
          'poll.total': { $not: { $gt: 0 } },
          ...(isBlank ? { $or: hasMedia } : {}),
        },
        [
          {
            $set: {
              text: { $literal: text },
              edited: true,
              version: { $add: ['$version', 1] },
              searchWords: { $concatArrays: [MEDIA_KEYS_OF_POST, { $literal: searchWords }] },
              ...(moment ? { match: { $mergeObjects: ['$match', { $literal: moment }] } } : {}),
            },
          },
        ],
        { returnDocument: 'after', projection: WITHOUT_SEARCH_WORDS },
      )
      .then(toStringIds);
  }

  /** Whether a post has a poll with votes. */
  async hasVotes(id: string): Promise<boolean> {
    const post = await this.posts.findOne(
      { _id: new Types.ObjectId(id), 'poll.total': { $gt: 0 } },
      { projection: { _id: 1 } },
    );
    return post !== null;
  }

  /** Ids of some posts of one fan. */
  async findIdsOf(authorId: string, size: number): Promise<string[]> {
    const posts = await this.posts
      .find<Pick<StoredPost, '_id'>>(
        { authorId: new Types.ObjectId(authorId) },
        { projection: { _id: 1 }, limit: size, batchSize: size },
      )
      .toArray();
    return posts.map(({ _id }) => _id.toString());
  }

  /** Names of those files that a post uses. */
  async findFilesInUse(names: readonly string[]): Promise<string[]> {
    const among = { $in: [...names] };
    const posts = await this.posts
      .find<Pick<StoredPost, 'image' | 'video'>>(
        { $or: [{ image: among }, { video: among }] },
        { projection: { image: 1, video: 1 } },
      )
      .toArray();
    return posts.flatMap(({ image, video }) => [image, video].filter((name) => name !== undefined));
  }
}

/** Expression for the search words that an edit of the text leaves unchanged. */
const MEDIA_KEYS_OF_POST = {
  $setIntersection: [{ $ifNull: ['$searchWords', []] }, [mediaKey('image'), mediaKey('video')]],
};

function byAuthor({ authorIds }: ListPosition) {
  return authorIds ? { authorId: { $in: toObjectIds(authorIds) } } : {};
}

/** Otherwise MongoDB reuses the plan of active authors, which examines the posts of all others. */
function indexOf({ authorIds }: ListPosition) {
  return authorIds ? { hint: AUTHOR_INDEX } : {};
}
