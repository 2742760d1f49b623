import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { LimitsModule } from '../common/limits/limits.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { LiveModule } from '../live/live.module.js';
import { MediaModule } from '../media/media.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { AllPostsRepository } from './moderation/all-posts.repository.js';
import { AllPostsService } from './moderation/all-posts.service.js';
import { commentsCollection } from './comments/comment.schema.js';
import { CommentsController } from './comments/comments.controller.js';
import { CommentsRepository } from './comments/comments.repository.js';
import { CommentsService } from './comments/comments.service.js';
import { ExcerptsRepository } from './excerpts.repository.js';
import { FeedReader } from './feed/feed-reader.js';
import { FeedRenderer } from './feed/feed-renderer.js';
import { FeedScope } from './feed/feed-scope.js';
import { FeedService } from './feed/feed.service.js';
import { FollowedPosts } from './feed/followed-posts.js';
import { PostCache } from './feed/post-cache.js';
import { FootballModule } from '../football/football.module.js';
import { ListFilter } from './list-filter.js';
import { LikesController } from './likes/likes.controller.js';
import { LikesRepository } from './likes/likes.repository.js';
import { LikesService } from './likes/likes.service.js';
import { MutedContent } from './muted-content.js';
import { OwnPostsController } from './own-posts.controller.js';
import { PostExcerpts } from './post-excerpts.js';
import { PostFiles } from './post-files.js';
import { postLikesCollection } from './likes/post-like.schema.js';
import { PostModerationService } from './moderation/post-moderation.service.js';
import { PollPresenter } from './polls/poll-presenter.js';
import { pollVotesCollection } from './polls/poll-vote.schema.js';
import { PollVotesRepository } from './polls/poll-votes.repository.js';
import { PollsController } from './polls/polls.controller.js';
import { PollsService } from './polls/polls.service.js';
import { PostEmbeds } from './post-embeds.js';
import { PostEvents } from './post-events.js';
import { PostPresenter } from './post-presenter.js';
import { deletedPostsCollection } from './deleted-post.schema.js';
import { PostCleanupJob } from './post-cleanup.job.js';
import { DeletedPostsRepository } from './deleted-posts.repository.js';
import { PostSamples } from './post-samples.js';
import { PostTotals } from './post-totals.js';
import { postsCollection } from './post.schema.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { ReaderMarksRepository } from './reader-marks.repository.js';
import { RehearsalPostsJob } from './threads/rehearsal-posts.job.js';
import { RehearsalPosts } from './threads/rehearsal-posts.js';
import { LateRowsService } from './threads/late-rows.service.js';
import { ThreadEvents } from './threads/thread-events.js';
import { ThreadWindowsService } from './threads/thread-windows.service.js';
import { ThreadPosts } from './threads/thread-posts.js';
import { ThreadController } from './threads/thread.controller.js';
import { ThreadRepository } from './threads/thread.repository.js';
import { ThreadService } from './threads/thread.service.js';
import { savedPostsCollection } from './saved/saved-post.schema.js';
import { PostSearchRepository } from './search/post-search.repository.js';
import { PostSearchService } from './search/post-search.service.js';
import { SavedPostsController } from './saved/saved-posts.controller.js';
import { SavedPostsRepository } from './saved/saved-posts.repository.js';
import { SavedPostsService } from './saved/saved-posts.service.js';
import { QuotedPostsRepository } from './quotes/quoted-posts.repository.js';
import { QuotesService } from './quotes/quotes.service.js';
import { moderatedPostsCollection } from './moderation/moderated-post.schema.js';
import { ModeratedPostsRepository } from './moderation/moderated-posts.repository.js';
import { UnseenCommentsFinder } from './comments/unseen-comments.js';
import { UnseenContent } from './unseen-content.js';
import { ModeratedPostExpiryJob } from './moderation/moderated-post-expiry.job.js';

@Module({
  imports: [
    collections(
      postsCollection,
      postLikesCollection,
      commentsCollection,
      pollVotesCollection,
      deletedPostsCollection,
      moderatedPostsCollection,
      savedPostsCollection,
    ),
    CountersModule,
    FootballModule,
    HttpModule,
    LimitsModule,
    IdempotencyModule,
    LiveModule,
    MediaModule,
    NotificationsModule,
    PeopleModule,
    UsersModule,
  ],
  controllers: [
    PostsController,
    OwnPostsController,
    LikesController,
    CommentsController,
    PollsController,
    SavedPostsController,
    ThreadController,
  ],
  providers: [
    AllPostsRepository,
    AllPostsService,
    CommentsRepository,
    CommentsService,
    ExcerptsRepository,
    FeedReader,
    FeedRenderer,
    FeedScope,
    FeedService,
    FollowedPosts,
    LikesRepository,
    LikesService,
    ListFilter,
    MutedContent,
    PollPresenter,
    PollVotesRepository,
    PollsService,
    PostEmbeds,
    PostExcerpts,
    PostFiles,
    PostModerationService,
    PostEvents,
    PostCache,
    PostPresenter,
    PostCleanupJob,
    DeletedPostsRepository,
    PostSamples,
    PostTotals,
    PostsRepository,
    PostsService,
    QuotedPostsRepository,
    QuotesService,
    ModeratedPostsRepository,
    ModeratedPostExpiryJob,
    PostSearchRepository,
    PostSearchService,
    ReaderMarksRepository,
    RehearsalPosts,
    RehearsalPostsJob,
    LateRowsService,
    ThreadEvents,
    ThreadPosts,
    ThreadRepository,
    ThreadService,
    ThreadWindowsService,
    SavedPostsRepository,
    SavedPostsService,
    UnseenCommentsFinder,
    UnseenContent,
  ],
  exports: [
    AllPostsService,
    CommentsService,
    FeedService,
    LateRowsService,
    LikesService,
    PollsService,
    PostModerationService,
    PostSamples,
    PostSearchService,
    PostsService,
    SavedPostsService,
  ],
})
export class PostsModule {}
