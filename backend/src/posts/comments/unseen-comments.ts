import { Injectable } from '@nestjs/common';

import type { SeenLimit } from '../../football/viewpoints/seen-matches.js';
import type { PostDocument } from '../post.schema.js';
import { PostsRepository } from '../posts.repository.js';
import { UnseenContent } from '../unseen-content.js';
import type { CommentPreview } from './comment-preview.js';
import type { CommentDocument } from './comment.schema.js';
import { CommentsRepository } from './comments.repository.js';

/** A post with the comments of a response. */
export interface CommentedPost {
  post: Pick<PostDocument, '_id' | 'authorId' | 'match' | 'commentsCount'>;
  comments: readonly CommentPreview[];
}

/** Comments about a moment that one reader has not seen. */
export interface UnseenComments {
  ids: ReadonlySet<string>;
  /** How many there are of each post, by its id. */
  counts: ReadonlyMap<string, number>;
}

const NONE: UnseenComments = { ids: new Set(), counts: new Map() };

/**
 * Decides which comments on posts about a match are about a moment that their reader has not seen; own
 * comments are always seen.
 */
@Injectable()
export class UnseenCommentsFinder {
  constructor(
    private readonly unseen: UnseenContent,
    private readonly posts: PostsRepository,
    private readonly comments: CommentsRepository,
  ) {}

  /**
   * Finds the unseen comments of some posts with at most one query; none for a reader who sees
   * every match live.
   */
  async find(readerId: string, posts: readonly CommentedPost[]): Promise<UnseenComments> {
    const unseen = await this.unseen.of(readerId);
    if (!unseen) return NONE;
    const ids = new Set<string>();
    const limited: { postId: string; after: Date }[] = [];
    for (const { post, comments } of posts) {
      const limit = await unseen.findLimit(post);
      if (!limit) continue;
      for (const comment of comments) {
        if (isUnseen(comment, limit, readerId)) ids.add(comment._id);
      }
      if (post.commentsCount > 0)
        limited.push({ postId: post._id, after: new Date(limit.untilMs) });
    }
    if (limited.length === 0) return NONE;
    return { ids, counts: await this.comments.countAfter(limited, readerId) };
  }

  /**
   * Returns a filter of one post's unseen comments: all comments of others if the post itself is
   * unseen. Undefined if none is.
   */
  async findFilter(
    readerId: string,
    postId: string,
  ): Promise<((comment: CommentDocument) => boolean) | undefined> {
    const unseen = await this.unseen.of(readerId);
    const post = unseen && (await this.posts.findById(postId));
    if (!post) return undefined;
    if ((await unseen.findUnseen([post])).size > 0) {
      return ({ authorId }) => authorId !== readerId;
    }
    const limit = await unseen.findLimit(post);
    return limit && ((comment) => isUnseen(comment, limit, readerId));
  }

  /**
   * Returns the moment of the match at which a fan comments now; undefined if it is the present.
   */
  async findMoment(authorId: string, postId: string, now: Date): Promise<Date | undefined> {
    const unseen = await this.unseen.of(authorId);
    const post = unseen && (await this.posts.findById(postId));
    const limit = post && (await unseen.findLimit(post));
    return limit && limit.untilMs < now.getTime() ? new Date(limit.untilMs) : undefined;
  }
}

function isUnseen(
  { authorId, createdAt, matchAt = createdAt }: CommentPreview,
  { untilMs }: SeenLimit,
  readerId: string,
): boolean {
  return matchAt.getTime() > untilMs && authorId !== readerId;
}
