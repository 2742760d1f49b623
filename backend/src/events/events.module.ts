import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { FootballModule } from '../football/football.module.js';
import { LiveModule } from '../live/live.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { PeopleModule } from '../people/people.module.js';
import { EventStreamsService } from './event-streams.service.js';
import { ThreadWatches } from './thread-watches.js';
import { EventsController } from './events.controller.js';
import { MatchPostEvents } from './match-post-events.js';
import { MissedMessages } from './missed-messages.js';
import { ViewpointChangeDetector } from './viewpoint-change-detector.js';
import { VisibilityLoader } from './visibility-loader.js';

@Module({
  imports: [AuthModule, FootballModule, LiveModule, NotificationsModule, PeopleModule, PostsModule],
  controllers: [EventsController],
  providers: [
    EventStreamsService,
    MatchPostEvents,
    MissedMessages,
    ThreadWatches,
    ViewpointChangeDetector,
    VisibilityLoader,
  ],
})
export class EventsModule {}
