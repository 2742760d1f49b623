import { Injectable, type OnModuleInit } from '@nestjs/common';

import { MetricsService } from '../../health/metrics.service.js';
import { FeedRenderer } from './feed-renderer.js';
import { FollowedPosts } from './followed-posts.js';
import { PostCache } from './post-cache.js';

/** Registers the feed's caches as metrics. */
@Injectable()
export class FeedMetrics implements OnModuleInit {
  constructor(
    private readonly cache: PostCache,
    private readonly renderer: FeedRenderer,
    private readonly followed: FollowedPosts,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    this.metrics.addCache('posts', this.cache.posts);
    this.metrics.addCache('rendered_posts', this.renderer.fragments);
    this.metrics.addCache('timelines', this.followed.timelines);
  }
}
