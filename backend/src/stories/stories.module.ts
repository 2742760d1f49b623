import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { LiveModule } from '../live/live.module.js';
import { MediaModule } from '../media/media.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { MutedStories } from './muted-stories.js';
import { StoriesController } from './stories.controller.js';
import { StoriesRepository } from './stories.repository.js';
import { StoriesService } from './stories.service.js';
import { storiesCollection } from './story.schema.js';
import { StoryPresenter } from './story-presenter.js';
import { StoryExcerpts } from './story-excerpts.js';
import { StoryRepliesRepository } from './story-replies.repository.js';
import { StoryRepliesService } from './story-replies.service.js';
import { storyRepliesCollection } from './story-reply.schema.js';
import { StoryStripService } from './story-strip.service.js';
import { StoryExpiryJob } from './story-expiry.job.js';
import { storyViewsCollection } from './story-view.schema.js';
import { StoryViewersService } from './story-viewers.service.js';

@Module({
  imports: [
    collections(storiesCollection, storyViewsCollection, storyRepliesCollection),
    HttpModule,
    IdempotencyModule,
    LiveModule,
    MediaModule,
    NotificationsModule,
    PeopleModule,
    UsersModule,
  ],
  controllers: [StoriesController],
  providers: [
    StoriesService,
    StoriesRepository,
    StoryPresenter,
    StoryExcerpts,
    StoryRepliesRepository,
    StoryRepliesService,
    StoryStripService,
    StoryExpiryJob,
    StoryViewersService,
    MutedStories,
  ],
  exports: [StoriesService, StoryRepliesService],
})
export class StoriesModule {}
