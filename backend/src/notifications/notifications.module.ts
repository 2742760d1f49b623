import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { FootballModule } from '../football/football.module.js';
import { LiveModule } from '../live/live.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { FollowTellings } from './follow-tellings.js';
import { MatchTellings } from './match-tellings.js';
import { NotificationCause, NotificationCauseSchema } from './notification-cause.schema.js';
import { NotificationRound, NotificationRoundSchema } from './notification-round.schema.js';
import { NotificationRounds } from './notification-rounds.js';
import { NotificationRoundsRepository } from './notification-rounds.repository.js';
import { NotificationWriter } from './notification-writer.js';
import { Notification, NotificationSchema } from './notification.schema.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotificationsUpkeep } from './notifications-upkeep.js';
import { ToldMatch, ToldMatchSchema } from './told-match.schema.js';
import { ToldMatchesRepository } from './told-matches.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Notification.name, schema: NotificationSchema },
      { name: NotificationCause.name, schema: NotificationCauseSchema },
      { name: NotificationRound.name, schema: NotificationRoundSchema },
      { name: ToldMatch.name, schema: ToldMatchSchema },
    ]),
    FootballModule,
    HttpModule,
    LiveModule,
    PeopleModule,
    UsersModule,
  ],
  controllers: [NotificationsController],
  providers: [
    FollowTellings,
    MatchTellings,
    NotificationRounds,
    NotificationRoundsRepository,
    NotificationWriter,
    NotificationsRepository,
    NotificationsService,
    NotificationsUpkeep,
    ToldMatchesRepository,
  ],
  exports: [NotificationRounds, NotificationsService, NotificationsUpkeep],
})
export class NotificationsModule {}
