import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { LiveModule } from '../live/live.module.js';
import { MediaModule } from '../media/media.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { AllPostsRepository } from './all-posts.repository.js';
import { AllPostsService } from './all-posts.service.js';
import { Comment, CommentSchema } from './comment.schema.js';
import { CommentsController } from './comments.controller.js';
import { CommentsRepository } from './comments.repository.js';
import { CommentsService } from './comments.service.js';
import { FeedScope } from './feed-scope.js';
import { FeedService } from './feed.service.js';
import { LikesController } from './likes.controller.js';
import { LikesRepository } from './likes.repository.js';
import { LikesService } from './likes.service.js';
import { OwnPostsController } from './own-posts.controller.js';
import { PostFiles } from './post-files.js';
import { PostLike, PostLikeSchema } from './post-like.schema.js';
import { PostModerationService } from './post-moderation.service.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import { PostRemoval, PostRemovalSchema } from './post-removal.schema.js';
import { PostRemovals } from './post-removals.js';
import { PostRemovalsRepository } from './post-removals.repository.js';
import { PostTotals } from './post-totals.js';
import { Post, PostSchema } from './post.schema.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { RemovedPost, RemovedPostSchema } from './removed-post.schema.js';
import { RemovedPostsRepository } from './removed-posts.repository.js';
import { RemovedPostsSweep } from './removed-posts-sweep.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Post.name, schema: PostSchema },
      { name: PostLike.name, schema: PostLikeSchema },
      { name: Comment.name, schema: CommentSchema },
      { name: PostRemoval.name, schema: PostRemovalSchema },
      { name: RemovedPost.name, schema: RemovedPostSchema },
    ]),
    CountersModule,
    HttpModule,
    LimitsModule,
    IdempotencyModule,
    LiveModule,
    MediaModule,
    NotificationsModule,
    PeopleModule,
    UsersModule,
  ],
  controllers: [PostsController, OwnPostsController, LikesController, CommentsController],
  providers: [
    AllPostsRepository,
    AllPostsService,
    CommentsRepository,
    CommentsService,
    FeedScope,
    FeedService,
    LikesRepository,
    LikesService,
    PostFiles,
    PostModerationService,
    PostNews,
    PostReader,
    PostRemovals,
    PostRemovalsRepository,
    PostTotals,
    PostsRepository,
    PostsService,
    RemovedPostsRepository,
    RemovedPostsSweep,
  ],
  exports: [
    AllPostsService,
    CommentsService,
    FeedService,
    LikesService,
    PostModerationService,
    PostsService,
  ],
})
export class PostsModule {}
