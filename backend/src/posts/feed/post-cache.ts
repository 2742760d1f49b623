import { Injectable } from '@nestjs/common';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { Clock } from '../../common/time/clock.js';
import type { PostDocument } from '../post.schema.js';
import { bytesOf, isVersionOf, type PostVersion, WHOLE_PREVIEW } from '../posts-page.js';
import { PostsRepository } from '../posts.repository.js';

const MAX_BYTES = 16 * 1024 * 1024;
/** A string and its objects need about twice the bytes of their JSON. */
const MEMORY_PER_JSON = 2;
/**
 * After a failover MongoDB may drop a version that was read, and use its number again: such a post
 * is read again after this time.
 */
const MAX_AGE_MS = 60_000;

interface CachedPost {
  post: PostDocument;
  until: number;
}

/**
 * Caches posts with their stored previews. A cached post is used only for exactly its version, which
 * every change of a post increments.
 */
@Injectable()
export class PostCache {
  readonly posts: ByteBoundedCache<CachedPost>;

  constructor(
    private readonly repository: PostsRepository,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.posts = caches.create('posts', MAX_BYTES);
  }

  /**
   * Returns the posts of these versions or newer ones, in order and without deleted posts. Reads those
   * that are not cached with one query.
   */
  async load(versions: readonly PostVersion[]): Promise<PostDocument[]> {
    const now = this.clock.now().getTime();
    const found = new Map<string, PostDocument>();
    const missing: string[] = [];
    for (const version of versions) {
      const cached = this.posts.get(
        version._id,
        ({ post, until }) => isVersionOf(post, version) && now < until,
      );
      if (cached) found.set(version._id, cached.post);
      else missing.push(version._id);
    }
    if (missing.length > 0) {
      for (const post of await this.repository.findByIds(missing, WHOLE_PREVIEW)) {
        found.set(post._id, post);
        const bytes = bytesOf(post) * MEMORY_PER_JSON;
        this.posts.set(post._id, { post, until: now + MAX_AGE_MS }, bytes);
      }
    }
    return versions.flatMap(({ _id }) => found.get(_id) ?? []);
  }
}
