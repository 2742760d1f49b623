import { Injectable } from '@nestjs/common';
import type { Comment as CommentAnswer, FanSummary, Post as PostAnswer } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { NotFound } from '../common/errors/coded-errors.js';
import { LIST_MAX_BYTES, withinBytes } from '../common/http/page.js';
import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import { CommentsRepository } from './comments.repository.js';
import { LikesRepository } from './likes.repository.js';
import type { CommentPreview } from './comment-preview.js';
import { type Post, PREVIEW_SIZE } from './post.schema.js';
import {
  fansIn,
  type Previews,
  type Sight,
  toCommentAnswers,
  toFanAnswers,
  toPostAnswer,
} from './post.view.js';
import { PostsRepository } from './posts.repository.js';

/** How many likers and comments an answer about one post holds at the most. */
const WHOLE_PREVIEW = 100;
/** The longest that JSON makes of one UTF-16 unit: \u0001. */
const MAX_BYTES_A_UNIT = 6;

/**
 * Owns how posts look to one reader: which of them may be seen, whether they
 * are liked, and the people in them without those whom the reader does not see.
 */
@Injectable()
export class PostReader {
  constructor(
    private readonly posts: PostsRepository,
    private readonly likes: LikesRepository,
    private readonly comments: CommentsRepository,
    private readonly users: UsersService,
    private readonly blocks: BlocksService,
  ) {}

  /** Refuses a post that is not there for this reader, and returns its author's id. */
  async requireSeen(readerId: string, postId: string): Promise<string> {
    const author = await this.posts.findAuthor(postId);
    if (author === undefined) throw new NotFound('post');
    await this.requireTogether(readerId, author);
    return author;
  }

  /**
   * Refuses a post that a block keeps from this reader; whether it is there at all is left to the
   * caller's own writes. Most fans are kept apart from nobody: for them nothing is asked.
   */
  async requireNotKeptApart(readerId: string, postId: string): Promise<void> {
    if (await this.blocks.separatesFromSome(readerId)) await this.requireSeen(readerId, postId);
  }

  /** One post with up to 100 of its likers and comments; fewer comments where they are long. */
  async whole(readerId: string, postId: string): Promise<PostAnswer> {
    const post = await this.posts.findById(postId);
    if (!post) throw new NotFound('post');
    await this.requireTogether(readerId, post.authorId.toString());
    const me = new Types.ObjectId(readerId);
    const [{ likers, liked }, comments] = await Promise.all([
      hasAllLikers(post)
        ? { likers: post.newestLikers, liked: hasLiker(post, me) }
        : this.likes.findNewest(post._id, WHOLE_PREVIEW, me),
      hasAllComments(post)
        ? { rows: post.firstComments }
        : this.comments.findPage(post._id, WHOLE_PREVIEW, new Set()),
    ]);
    return this.answer(readerId, post, liked, {
      newestLikers: likers,
      firstComments: comments.rows,
    });
  }

  /** The same with the newest comments, as after a new one. */
  async wholeWithNewestComments(readerId: string, postId: string): Promise<PostAnswer> {
    const post = await this.posts.findById(postId);
    if (!post) throw new NotFound('post');
    await this.requireTogether(readerId, post.authorId.toString());
    return this.withNewestComments(readerId, post);
  }

  /** One post right after a comment: its newest 100 comments, in order. */
  async withNewestComments(readerId: string, post: Post): Promise<PostAnswer> {
    const { liked, comments } = await this.likeWithNewestComments(readerId, post);
    const previews = { ...previewsOf(post), firstComments: comments };
    return this.answer(readerId, post, liked, previews, 'newest');
  }

  /**
   * One post with the previews that it keeps, or with fuller ones. Its comments are whole, and
   * fewer where all of them would be too much for one answer.
   *
   * @param comments which of them stay then
   */
  async answer(
    readerId: string,
    post: Post,
    liked: boolean,
    previews: Previews = previewsOf(post),
    comments: 'first' | 'newest' = 'first',
  ): Promise<PostAnswer> {
    const whole = { ...previews, firstComments: await this.untruncated(previews.firstComments) };
    const sight = await this.sight(readerId, [post.authorId, ...fansIn(whole)]);
    const answer = toPostAnswer(post, whole, sight, liked);
    if (!answer) throw new NotFound('post');
    return withinAnswer(answer, comments);
  }

  /** Posts of a list, without those whose authors are gone. */
  async list(readerId: string, posts: readonly Post[]): Promise<PostAnswer[]> {
    const [sight, liked] = await Promise.all([
      this.sight(
        readerId,
        posts.flatMap((post) => [post.authorId, ...fansIn(post)]),
      ),
      this.likedAmong(readerId, posts),
    ]);
    return posts.flatMap(
      (post) => toPostAnswer(post, post, sight, liked.has(post._id.toString())) ?? [],
    );
  }

  /** Names and pictures of those whom the reader sees, in the order given. */
  async fans(readerId: string, ids: readonly Types.ObjectId[]): Promise<FanSummary[]> {
    return toFanAnswers(ids, await this.sight(readerId, ids));
  }

  async commentAnswers(
    readerId: string,
    comments: readonly CommentPreview[],
  ): Promise<CommentAnswer[]> {
    const authors = comments.map(({ authorId }) => authorId);
    return toCommentAnswers(comments, await this.sight(readerId, authors));
  }

  /** Whose posts, likes and comments the reader does not see. */
  idsHiddenFrom(readerId: string): Promise<ReadonlySet<string>> {
    return this.blocks.hiddenFrom(readerId);
  }

  /** Comments with their whole texts, where a preview has cut them. */
  private async untruncated(comments: readonly CommentPreview[]): Promise<CommentPreview[]> {
    const cut = comments.filter(({ truncated }) => truncated).map(({ _id }) => _id);
    if (cut.length === 0) return [...comments];
    const whole = new Map(
      (await this.comments.findAll(cut)).map((comment) => [comment._id.toString(), comment]),
    );
    // A comment that is gone since is no part of the answer.
    return comments.flatMap((comment) =>
      comment.truncated ? (whole.get(comment._id.toString()) ?? []) : comment,
    );
  }

  private async requireTogether(readerId: string, authorId: string): Promise<void> {
    if (await this.blocks.separates(readerId, authorId)) throw new NotFound('post');
  }

  private async sight(readerId: string, named: readonly Types.ObjectId[]): Promise<Sight> {
    const [fans, hidden] = await Promise.all([
      this.users.summaries(named),
      this.blocks.hiddenFrom(readerId),
    ]);
    return { fans, hidden };
  }

  /** Whether the reader likes a post, and its newest comments, by one call at the most. */
  private async likeWithNewestComments(readerId: string, post: Post) {
    if (hasAllComments(post)) {
      const liked = await this.likedAmong(readerId, [post]);
      return { liked: liked.has(post._id.toString()), comments: post.firstComments };
    }
    const hidden = await this.idsHiddenFrom(readerId);
    const me = new Types.ObjectId(readerId);
    return this.comments.findNewest(post._id, WHOLE_PREVIEW, hidden, me);
  }

  /** Which of these posts the reader likes; asks only where the previews do not tell. */
  private async likedAmong(readerId: string, posts: readonly Post[]): Promise<Set<string>> {
    const me = new Types.ObjectId(readerId);
    const told = posts.filter((post) => hasLiker(post, me));
    const open = posts.filter((post) => !hasAllLikers(post) && !hasLiker(post, me));
    const ids = open.map(({ _id }) => _id);
    const found = ids.length > 0 ? await this.likes.findLiked(me, ids) : new Set<string>();
    for (const { _id } of told) found.add(_id.toString());
    return found;
  }
}

/** A post with as many of its comments as one answer has room for. */
function withinAnswer(post: PostAnswer, which: 'first' | 'newest'): PostAnswer {
  const units = post.comments.reduce((sum, { text }) => sum + text.length, post.text.length);
  if (units * MAX_BYTES_A_UNIT < LIST_MAX_BYTES / 2) return post;
  const frame = Buffer.byteLength(JSON.stringify({ ...post, comments: [] }));
  const inOrder = which === 'first' ? post.comments : post.comments.toReversed();
  const comments = withinBytes(inOrder, LIST_MAX_BYTES - frame);
  return { ...post, comments: which === 'first' ? comments : comments.reverse() };
}

/** What lists show of a post; it keeps some likers more. */
function previewsOf({ newestLikers, firstComments }: Post): Previews {
  return { newestLikers: newestLikers.slice(0, PREVIEW_SIZE), firstComments };
}

function hasAllLikers(post: Post): boolean {
  return post.newestLikers.length >= post.likesCount;
}

function hasAllComments(post: Post): boolean {
  return post.firstComments.length >= post.commentsCount;
}

function hasLiker(post: Post, fan: Types.ObjectId): boolean {
  return post.newestLikers.some((id) => id.equals(fan));
}
