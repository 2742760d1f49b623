import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { FootballModule } from '../football/football.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarsController } from './calendars.controller.js';
import { CalendarsRepository } from './calendars.repository.js';
import { CalendarsService } from './calendars.service.js';
import { teamCalendarsCollection } from './team-calendar.schema.js';

@Module({
  imports: [collections(teamCalendarsCollection), FootballModule, UsersModule],
  controllers: [CalendarsController],
  providers: [CalendarsService, CalendarsRepository],
  exports: [CalendarsService],
})
export class CalendarsModule {}
