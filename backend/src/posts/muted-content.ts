import { Injectable } from '@nestjs/common';

import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import type { WordMatcher } from '../people/muted-words/word-matcher.js';
import type { CommentPreview } from './comments/comment-preview.js';
import { CommentsRepository } from './comments/comments.repository.js';
import type { PostDocument } from './post.schema.js';
import { type QuotedTexts, toTexts } from './post-texts.js';
import { PostsRepository } from './posts.repository.js';
import { ReaderMarksRepository } from './reader-marks.repository.js';

/** Content hidden by one reader's muted words. Own content and saved posts are never hidden. */
export interface MutedForReader {
  /** Ids of those posts that contain a muted word. */
  findPosts: (posts: readonly PostDocument[]) => Promise<ReadonlySet<string>>;
  /** Ids of those comments that contain a muted word, also beyond the cut of a preview. */
  findComments: (comments: readonly CommentPreview[]) => Promise<ReadonlySet<string>>;
  /** Returns whether a comment with its full text is hidden. */
  hidesComment: (comment: Pick<CommentPreview, 'authorId' | 'text'>) => boolean;
}

/** Decides which posts and comments a reader's muted words hide. */
@Injectable()
export class MutedContent {
  constructor(
    private readonly words: MutedWordsService,
    private readonly posts: PostsRepository,
    private readonly comments: CommentsRepository,
    private readonly marks: ReaderMarksRepository,
  ) {}

  /** Returns undefined for a reader without muted words. */
  async of(readerId: string): Promise<MutedForReader | undefined> {
    const matcher = await this.words.matcherOf(readerId);
    if (matcher.isEmpty) return undefined;
    const hidesComment: MutedForReader['hidesComment'] = ({ authorId, text }) =>
      authorId !== readerId && matcher.hides([text]);
    return {
      hidesComment,
      findPosts: (posts) => this.findPosts(readerId, matcher, posts),
      findComments: async (comments) => {
        const full = await this.comments.findFull(comments);
        return new Set(full.filter(hidesComment).map(({ _id }) => _id));
      },
    };
  }

  private async findPosts(
    readerId: string,
    matcher: WordMatcher,
    posts: readonly PostDocument[],
  ): Promise<ReadonlySet<string>> {
    const others = posts.filter(({ authorId }) => authorId !== readerId);
    const quoted = await this.findQuoted(others);
    const matched = others.filter((post) =>
      matcher.hides(toTexts(post, quoted.get(post.quoteId ?? ''))),
    );
    const savable = matched.filter(({ wasSaved }) => wasSaved).map(({ _id }) => _id);
    const { saved } = await this.marks.find(readerId, { liked: [], saved: savable });
    return new Set(matched.map(({ _id }) => _id).filter((id) => !saved.has(id)));
  }

  /** The posts that these quote, by id. */
  private async findQuoted(
    posts: readonly Pick<PostDocument, 'quoteId'>[],
  ): Promise<ReadonlyMap<string, QuotedTexts>> {
    const ids = posts.flatMap(({ quoteId }) => quoteId ?? []);
    if (ids.length === 0) return new Map();
    const quoted = await this.posts.findByIds(ids, { likes: 0, comments: 0 });
    return new Map(quoted.map((post) => [post._id, post]));
  }
}
