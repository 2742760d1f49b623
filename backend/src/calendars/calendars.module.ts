import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { FootballModule } from '../football/football.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarsController } from './calendars.controller.js';
import { CalendarsRepository } from './calendars.repository.js';
import { CalendarsService } from './calendars.service.js';
import { TeamCalendar, TeamCalendarSchema } from './team-calendar.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: TeamCalendar.name, schema: TeamCalendarSchema }]),
    FootballModule,
    UsersModule,
  ],
  controllers: [CalendarsController],
  providers: [CalendarsService, CalendarsRepository],
  exports: [CalendarsService],
})
export class CalendarsModule {}
