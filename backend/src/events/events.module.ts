import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { LiveModule } from '../live/live.module.js';
import { PeopleModule } from '../people/people.module.js';
import { EventStreamsService } from './event-streams.service.js';
import { EventsController } from './events.controller.js';

@Module({
  imports: [AuthModule, LiveModule, PeopleModule],
  controllers: [EventsController],
  providers: [EventStreamsService],
})
export class EventsModule {}
