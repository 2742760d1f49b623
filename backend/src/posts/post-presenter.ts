import { Injectable } from '@nestjs/common';
import type { Comment, FanSummary, Post } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { LIST_MAX_BYTES, withinBytes } from '../common/http/page.js';
import { TurnBatches } from '../common/work/turn-batches.js';
import { BlocksService } from '../people/blocks.service.js';
import { UsersService } from '../users/users.service.js';
import { CommentsRepository, type CommentVisibility } from './comments/comments.repository.js';
import { LikesRepository } from './likes/likes.repository.js';
import type { CommentPreview } from './comments/comment-preview.js';
import { type CommentedPost, UnseenCommentsFinder } from './comments/unseen-comments.js';
import { MutedContent } from './muted-content.js';
import { PostEmbeds } from './post-embeds.js';
import { type PostDocument, PREVIEW_SIZE } from './post.schema.js';
import {
  fanIdsIn,
  type Previews,
  type ReaderContext,
  toComments,
  toFanSummaries,
  toPost,
} from './post.view.js';
import { WHOLE_PREVIEW } from './posts-page.js';
import { PostsRepository } from './posts.repository.js';
import { RehearsalPosts } from './threads/rehearsal-posts.js';
import { type ReaderMarks, ReaderMarksRepository } from './reader-marks.repository.js';
import { toSpoiler } from './spoiler.view.js';
import { UnseenContent } from './unseen-content.js';

/** The most likers, and the most comments, in a response with one post. */
const SINGLE_POST_PREVIEW = 100;
const ALL_COMMENTS: CommentVisibility = { isVisible: () => true, areAllVisible: true };
/** The most bytes that JSON needs for one UTF-16 unit: \u0001. */
const MAX_BYTES_PER_UNIT = 6;

/**
 * Owns how posts look to one reader: which are visible, whether they are liked, and their likers
 * and commenters without fans hidden from the reader.
 */
@Injectable()
export class PostPresenter {
  /** Posts of concurrent requests: one query for all. */
  private readonly singles = new TurnBatches<string, PostDocument | undefined>(async (_, ids) => {
    const posts = await this.posts.findByIds([...new Set(ids)], WHOLE_PREVIEW);
    const byId = new Map(posts.map((post) => [post._id, post]));
    return ids.map((id) => byId.get(id));
  });

  constructor(
    private readonly posts: PostsRepository,
    private readonly likes: LikesRepository,
    private readonly comments: CommentsRepository,
    private readonly marks: ReaderMarksRepository,
    private readonly embeds: PostEmbeds,
    private readonly users: UsersService,
    private readonly blocks: BlocksService,
    private readonly muted: MutedContent,
    private readonly unseen: UnseenContent,
    private readonly unseenComments: UnseenCommentsFinder,
    private readonly rehearsals: RehearsalPosts,
  ) {}

  /** Returns the author's id. Throws `NotFound` for a post that this reader may not see. */
  async requireVisible(readerId: string, postId: string): Promise<string> {
    const post = await this.posts.findOrigin(postId);
    if (!post) throw new NotFound('post');
    return this.requirePostVisible(readerId, post);
  }

  /**
   * Throws `NotFound` if a block or a rehearsal hides the post from the reader; the caller's own
   * write detects a missing post. Reads nothing for a fan without blocks while there are no
   * rehearsals.
   */
  async requireNotBlocked(readerId: string, postId: string): Promise<void> {
    const [hasBlocks, areRehearsed] = await Promise.all([
      this.blocks.hasBlocks(readerId),
      this.rehearsals.areAny(),
    ]);
    if (hasBlocks || areRehearsed) await this.requireVisible(readerId, postId);
  }

  /**
   * Returns one post with up to 100 of its likers and comments, fewer comments if they are long.
   *
   * @param isRevealed returns the full post even if it is about a moment of a match that the reader
   * has not seen
   */
  async getPost(readerId: string, postId: string, isRevealed = false): Promise<Post> {
    const post = await this.singles.add('posts', postId);
    if (!post) throw new NotFound('post');
    await this.requirePostVisible(readerId, post);
    return this.presentWithPreviews(readerId, post, isRevealed);
  }

  /** Like `getPost`, for an admin, who sees all posts. */
  async getPostForAdmin(adminId: string, postId: string): Promise<Post> {
    const post = await this.posts.findById(postId);
    if (!post) throw new NotFound('post');
    return this.presentWithPreviews(adminId, post, true);
  }

  private async presentWithPreviews(
    readerId: string,
    post: PostDocument,
    isRevealed: boolean,
  ): Promise<Post> {
    const [{ likers, liked }, comments] = await Promise.all([
      hasAllLikers(post)
        ? { likers: post.newestLikers, liked: hasLiker(post, readerId) }
        : this.likes.findNewest(post._id, SINGLE_POST_PREVIEW, readerId),
      hasAllComments(post)
        ? { rows: post.firstComments }
        : this.comments.findPage(post._id, SINGLE_POST_PREVIEW, ALL_COMMENTS),
    ]);
    const previews = { newestLikers: likers, firstComments: comments.rows };
    return isRevealed
      ? this.presentWhole(readerId, post, liked, previews, 'first', true)
      : this.present(readerId, post, liked, previews);
  }

  /** Like `getPost`, with the newest comments instead of the first. */
  async getPostWithNewestComments(readerId: string, postId: string): Promise<Post> {
    const post = await this.posts.findById(postId);
    if (!post) throw new NotFound('post');
    await this.requirePostVisible(readerId, post);
    return this.presentWithNewestComments(readerId, post);
  }

  /** Presents a post right after a comment: with its newest 100 comments, in order. */
  async presentWithNewestComments(readerId: string, post: PostDocument): Promise<Post> {
    const { liked, comments } = await this.findLikeWithNewestComments(readerId, post);
    const previews = { ...toPreviews(post), firstComments: comments };
    return this.present(readerId, post, liked, previews, 'newest');
  }

  /**
   * Presents a post with its stored previews or longer ones, as a spoiler if it is about a moment
   * that the reader has not seen. Comments have their full text; some are dropped if the response
   * would be too large.
   *
   * @param comments which of them to include
   */
  async present(
    readerId: string,
    post: PostDocument,
    liked: boolean,
    previews: Previews = toPreviews(post),
    comments: 'first' | 'newest' = 'first',
  ): Promise<Post> {
    const whole = await this.presentWhole(readerId, post, liked, previews, comments);
    const unseen = await this.findUnseen(readerId, [post]);
    return unseen?.has(whole._id) ? toSpoiler(whole) : whole;
  }

  private async presentWhole(
    readerId: string,
    post: PostDocument,
    liked: boolean,
    previews: Previews,
    comments: 'first' | 'newest',
    isRevealed = false,
  ): Promise<Post> {
    const full = {
      ...previews,
      firstComments: await this.comments.findFull(previews.firstComments),
    };
    const id = post._id;
    const [context, muted, { saved }, embeds] = await Promise.all([
      this.loadContext(
        readerId,
        [post.authorId, ...fanIdsIn(full)],
        [{ post, comments: full.firstComments }],
        isRevealed,
      ),
      this.muted.of(readerId),
      this.marks.find(readerId, { liked: [], saved: toSavable([post]) }),
      this.embeds.load(readerId, [post]),
    ]);
    const answer = toPost(post, full, context, { liked, saved: saved.has(id) });
    if (!answer) throw new NotFound('post');
    const mutedPosts = await muted?.findPosts([post]);
    const whole = { ...answer, ...embeds.get(id) };
    return fitComments(mutedPosts?.has(id) ? { ...whole, mutedWord: true } : whole, comments);
  }

  /** Presents a post with its stored previews, after a change that is not a like. */
  async presentChanged(readerId: string, post: PostDocument): Promise<Post> {
    const { liked } = await this.findMarks(readerId, [post]);
    return this.present(readerId, post, liked.has(post._id));
  }

  /**
   * Presents a list of posts, without those of deleted authors.
   *
   * @param marks the reader's marks of at least these posts, if known
   */
  async presentList(
    readerId: string,
    posts: readonly PostDocument[],
    marks?: ReaderMarks,
  ): Promise<Post[]> {
    const [context, { liked, saved }, embeds, unseen] = await Promise.all([
      this.loadContext(
        readerId,
        posts.flatMap((post) => [post.authorId, ...fanIdsIn(post)]),
        posts.map((post) => ({ post, comments: post.firstComments })),
      ),
      marks ?? this.findMarks(readerId, posts),
      this.embeds.load(readerId, posts),
      this.findUnseen(readerId, posts),
    ]);
    return posts.flatMap((post) => {
      const id = post._id;
      const own = { liked: liked.has(id), saved: saved.has(id) };
      const answer = toPost(post, post, context, own);
      if (!answer) return [];
      return unseen?.has(id) ? toSpoiler(answer) : { ...answer, ...embeds.get(id) };
    });
  }

  /**
   * Finds which posts the reader likes or has saved. Queries only posts whose documents do not show
   * it.
   */
  async findMarks(readerId: string, posts: readonly PostDocument[]): Promise<ReaderMarks> {
    const undecided = posts.filter((post) => !hasAllLikers(post) && !hasLiker(post, readerId));
    const marks = await this.marks.find(readerId, {
      liked: undecided.map(({ _id }) => _id),
      saved: toSavable(posts),
    });
    for (const post of posts) if (hasLiker(post, readerId)) marks.liked.add(post._id);
    return marks;
  }

  /** Returns whether nothing is hidden from a reader, by blocks, mutes, muted words or unseen moments. */
  async seesEverything(readerId: string): Promise<boolean> {
    const [hidden, muted, unseen] = await Promise.all([
      this.blocks.hiddenFrom(readerId),
      this.muted.of(readerId),
      this.unseen.of(readerId),
    ]);
    return hidden.size === 0 && !muted && !unseen;
  }

  /** Summaries of the fans visible to the reader, in the given order. */
  async presentFans(readerId: string, ids: readonly string[]): Promise<FanSummary[]> {
    return toFanSummaries(ids, await this.loadContext(readerId, ids));
  }

  async presentComments(readerId: string, comments: readonly CommentPreview[]): Promise<Comment[]> {
    const authors = comments.map(({ authorId }) => authorId);
    return toComments(comments, await this.loadContext(readerId, authors));
  }

  /**
   * Returns which comments of a post the reader sees: not those of hidden fans, with a muted word,
   * or, unless it is revealed, about an unseen moment.
   */
  async findCommentVisibility(
    readerId: string,
    postId: string,
    isRevealed = false,
  ): Promise<CommentVisibility> {
    const [hidden, muted, isUnseen] = await Promise.all([
      this.blocks.hiddenFrom(readerId),
      this.muted.of(readerId),
      isRevealed ? undefined : this.unseenComments.findFilter(readerId, postId),
    ]);
    return {
      isVisible: (comment) =>
        !hidden.has(comment.authorId) && !muted?.hidesComment(comment) && !isUnseen?.(comment),
      areAllVisible: hidden.size === 0 && !muted && !isUnseen,
    };
  }

  /** Fans whose posts, likes and comments are hidden from the reader. */
  findHiddenFanIds(readerId: string): Promise<ReadonlySet<string>> {
    return this.blocks.hiddenFrom(readerId);
  }

  /**
   * Returns whether a post is about a moment that the reader has not seen. Queries only for readers
   * with such matches.
   */
  async isUnseen(readerId: string, postId: string): Promise<boolean> {
    const unseen = await this.unseen.of(readerId);
    const post = unseen && (await this.posts.findById(postId));
    return post ? (await unseen.findUnseen([post])).has(postId) : false;
  }

  /** Returns undefined for a reader who sees every match live. */
  private async findUnseen(readerId: string, posts: readonly PostDocument[]) {
    return (await this.unseen.of(readerId))?.findUnseen(posts);
  }

  /** Returns the author's id. */
  private async requirePostVisible(
    readerId: string,
    post: Pick<PostDocument, 'authorId' | 'match'>,
  ): Promise<string> {
    const authorId = post.authorId;
    if (await this.blocks.areBlocked(readerId, authorId)) throw new NotFound('post');
    await this.rehearsals.requireVisible(readerId, post);
    return authorId;
  }

  private async loadContext(
    readerId: string,
    fanIds: readonly string[],
    posts: readonly CommentedPost[] = [],
    isRevealed = false,
  ): Promise<ReaderContext> {
    const [fans, hidden, muted, unseen] = await Promise.all([
      this.users.summaries(fanIds),
      this.blocks.hiddenFrom(readerId),
      this.muted.of(readerId),
      this.unseenComments.find(readerId, isRevealed ? [] : posts),
    ]);
    const comments = posts.flatMap((commented) => commented.comments);
    const mutedIds = await muted?.findComments(comments);
    const hiddenComments = mutedIds ? new Set([...mutedIds, ...unseen.ids]) : unseen.ids;
    return { fans, hidden, hiddenComments, unseenCounts: unseen.counts };
  }

  /** Finds the reader's like and the newest comments with at most one query. */
  private async findLikeWithNewestComments(readerId: string, post: PostDocument) {
    if (hasAllComments(post)) {
      const { liked } = await this.findMarks(readerId, [post]);
      return { liked: liked.has(post._id), comments: post.firstComments };
    }
    const visibility = await this.findCommentVisibility(readerId, post._id);
    return this.comments.findNewest(post._id, SINGLE_POST_PREVIEW, visibility, readerId);
  }
}

/** Drops comments until the post fits into `LIST_MAX_BYTES`. */
function fitComments(post: Post, which: 'first' | 'newest'): Post {
  const units = post.comments.reduce((sum, { text }) => sum + text.length, post.text.length);
  if (units * MAX_BYTES_PER_UNIT < LIST_MAX_BYTES / 2) return post;
  const frame = Buffer.byteLength(JSON.stringify({ ...post, comments: [] }));
  const inOrder = which === 'first' ? post.comments : post.comments.toReversed();
  const comments = withinBytes(inOrder, LIST_MAX_BYTES - frame);
  return { ...post, comments: which === 'first' ? comments : comments.reverse() };
}

/** Cuts the stored likers to the length that lists show. */
function toPreviews({ newestLikers, firstComments }: PostDocument): Previews {
  return { newestLikers: newestLikers.slice(0, PREVIEW_SIZE), firstComments };
}

/** Ids of the posts that anyone has saved. */
function toSavable(posts: readonly PostDocument[]): string[] {
  return posts.filter(({ wasSaved }) => wasSaved).map(({ _id }) => _id);
}

function hasAllLikers(post: PostDocument): boolean {
  return post.newestLikers.length >= post.likesCount;
}

function hasAllComments(post: PostDocument): boolean {
  return post.firstComments.length >= post.commentsCount;
}

function hasLiker(post: PostDocument, fan: string): boolean {
  return post.newestLikers.includes(fan);
}
