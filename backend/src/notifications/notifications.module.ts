import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { FootballModule } from '../football/football.module.js';
import { LiveModule } from '../live/live.module.js';
import { PeopleModule } from '../people/people.module.js';
import { UsersModule } from '../users/users.module.js';
import { FollowNotifier } from './follow-notifier.js';
import { MatchNotifier } from './match-notifier.js';
import {
  NotificationDedupKey,
  NotificationDedupKeySchema,
} from './notification-dedup-key.schema.js';
import { NotificationFanout, NotificationFanoutSchema } from './notification-fanout.schema.js';
import { NotificationFanoutJob } from './notification-fanout.job.js';
import { NotificationFanoutsRepository } from './notification-fanouts.repository.js';
import { NotificationWriter } from './notification-writer.js';
import { Notification, NotificationSchema } from './notification.schema.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotificationsCleanup } from './notifications-cleanup.js';
import {
  MatchNotificationState,
  MatchNotificationStateSchema,
} from './match-notification-state.schema.js';
import { MatchNotificationStatesRepository } from './match-notification-states.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Notification.name, schema: NotificationSchema },
      { name: NotificationDedupKey.name, schema: NotificationDedupKeySchema },
      { name: NotificationFanout.name, schema: NotificationFanoutSchema },
      { name: MatchNotificationState.name, schema: MatchNotificationStateSchema },
    ]),
    FootballModule,
    HttpModule,
    LiveModule,
    PeopleModule,
    UsersModule,
  ],
  controllers: [NotificationsController],
  providers: [
    FollowNotifier,
    MatchNotifier,
    NotificationFanoutJob,
    NotificationFanoutsRepository,
    NotificationWriter,
    NotificationsRepository,
    NotificationsService,
    NotificationsCleanup,
    MatchNotificationStatesRepository,
  ],
  exports: [NotificationFanoutJob, NotificationsService, NotificationsCleanup],
})
export class NotificationsModule {}
