import { Injectable } from '@nestjs/common';
import type { FeedQuery, OwnPostsQuery, Post as PostAnswer } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors, type Position } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { FeedScope, ofAuthor, type Scope } from './feed-scope.js';
import { PostReader } from './post-reader.js';
import type { Post } from './post.schema.js';
import { type ListPlace, PostsRepository } from './posts.repository.js';

/** What a list shows of likes and comments unless asked for less. */
const LIST_PREVIEW = 20;
/** A page ends here, however few its posts (SECURITY-BAR §5). */
const PAGE_MAX_BYTES = 512 * 1024;
/** More authors in one question make the database sort in memory. */
const AUTHORS_AT_ONCE = 180;
/** The longest that JSON makes of one UTF-16 unit: \u0001. */
const MAX_BYTES_A_UNIT = 6;
/** Ids, names and times around each text, generously. */
const FRAME_BYTES = 500;

/** Owns the lists of posts: newest first, page by page. Whose posts they show is the scope's. */
@Injectable()
export class FeedService {
  constructor(
    private readonly repository: PostsRepository,
    private readonly scope: FeedScope,
    private readonly reader: PostReader,
    private readonly cursors: Cursors,
  ) {}

  /** The newest posts of everyone, of followed fans or of one fan. */
  async feed(fan: Fan, query: FeedQuery): Promise<Page<PostAnswer>> {
    return this.page(fan.id, query, await this.scope.of(fan, query));
  }

  /** The fan's own posts. */
  own(fan: Fan, query: OwnPostsQuery): Promise<Page<PostAnswer>> {
    return this.page(fan.id, query, ofAuthor(fan.id));
  }

  /** All posts of a fan, for the fan's own export. */
  async *exportOf(fanId: string): AsyncIterable<PostAnswer> {
    let cursor: string | undefined;
    do {
      const query: OwnPostsQuery = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
      const { items, next } = await this.page(fanId, query, ofAuthor(fanId));
      yield* items;
      cursor = next;
    } while (cursor !== undefined);
  }

  private async page(
    readerId: string,
    query: OwnPostsQuery,
    { list, unpaged, authorIds, without }: Scope,
  ): Promise<Page<PostAnswer>> {
    const size = query.limit ?? unpaged;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? LIST_PREVIEW,
      comments: query.comments ?? LIST_PREVIEW,
    };

    // One more than asked for tells whether there is a next page.
    const found = await this.find(size + 1, preview, { authorIds, without, after });
    const posts = found.slice(0, size);
    const answers = await this.reader.list(readerId, posts);
    const items = withinBytes(answers);
    const next =
      items.length < answers.length
        ? placeOfAnswer(items.at(-1))
        : found.length > size
          ? placeOf(posts.at(-1))
          : undefined;
    return { items, ...(next ? { next: this.cursors.encode(list, next) } : {}) };
  }

  /** The page of each part of the authors, put together by time and id. */
  private async find(
    size: number,
    preview: { likes: number; comments: number },
    { authorIds, ...place }: ListPlace,
  ): Promise<Post[]> {
    if (authorIds === undefined || authorIds.length <= AUTHORS_AT_ONCE) {
      return this.repository.findPage(size, preview, { ...place, authorIds });
    }
    const parts: (readonly string[])[] = [];
    for (let start = 0; start < authorIds.length; start += AUTHORS_AT_ONCE) {
      parts.push(authorIds.slice(start, start + AUTHORS_AT_ONCE));
    }
    const pages = await Promise.all(
      parts.map((part) => this.repository.findPage(size, preview, { ...place, authorIds: part })),
    );
    return pages.flat().sort(newestFirst).slice(0, size);
  }
}

function newestFirst(one: Post, other: Post): number {
  return (
    other.createdAt.getTime() - one.createdAt.getTime() ||
    other._id.toString().localeCompare(one._id.toString())
  );
}

function placeOf(post: Post | undefined): Position | undefined {
  return post && { at: post.createdAt, id: post._id.toString() };
}

function placeOfAnswer(post: PostAnswer | undefined): Position | undefined {
  return post && { at: new Date(post.createdAt), id: post._id };
}

/** The first posts that together stay within the limit, one at least. */
function withinBytes(posts: PostAnswer[]): PostAnswer[] {
  if (posts.reduce((sum, post) => sum + mostBytesOf(post), 0) <= PAGE_MAX_BYTES) return posts;
  let sum = 0;
  const end = posts.findIndex((post, index) => {
    sum += Buffer.byteLength(JSON.stringify(post)) + 1;
    return index > 0 && sum > PAGE_MAX_BYTES;
  });
  return end === -1 ? posts : posts.slice(0, end);
}

/** What a post comes to at the very most, without writing it out. */
function mostBytesOf({ text, likes, comments }: PostAnswer): number {
  const units = comments.reduce((sum, comment) => sum + comment.text.length, text.length);
  return units * MAX_BYTES_A_UNIT + (1 + likes.length + comments.length) * FRAME_BYTES;
}
