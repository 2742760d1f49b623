import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { FootballModule } from '../football/football.module.js';
import { LiveModule } from '../live/live.module.js';
import { PeopleModule } from '../people/people.module.js';
import { EventStreamsService } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { MatchPostEvents } from './match-post-events.js';
import { ViewpointChangeDetector } from './viewpoint-change-detector.js';

@Module({
  imports: [AuthModule, FootballModule, LiveModule, PeopleModule],
  controllers: [EventsController],
  providers: [EventStreamsService, MatchPostEvents, ViewpointChangeDetector],
})
export class EventsModule {}
