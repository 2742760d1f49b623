import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { HttpModule } from '../common/http/http.module.js';
import { FootballModule } from '../football/football.module.js';
import { LiveModule } from '../live/live.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PushModule } from '../push/push.module.js';
import { UsersModule } from '../users/users.module.js';
import { FanoutAudiences } from './fanout-audiences.js';
import { FollowNotifier } from './follow-notifier.js';
import { MatchChangeTimes } from './match-change-times.js';
import { MatchNotifier } from './match-notifier.js';
import { notificationDedupKeysCollection } from './notification-dedup-key.schema.js';
import { notificationFanoutsCollection } from './notification-fanout.schema.js';
import { NotificationExcerpts } from './notification-excerpts.js';
import { NotificationFanoutJob } from './notification-fanout.job.js';
import { NotificationFanoutsRepository } from './notification-fanouts.repository.js';
import { NotificationPush } from './notification-push.js';
import { NotificationWriter } from './notification-writer.js';
import { notificationsCollection } from './notification.schema.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { RehearsalNotificationsJob } from './rehearsal-notifications.job.js';
import { NotificationsCleanup } from './notifications-cleanup.js';
import { matchNotificationStatesCollection } from './match-notification-state.schema.js';
import { MatchNotificationStatesRepository } from './match-notification-states.repository.js';
import { SendableNotifications } from './sendable-notifications.js';
import { UnseenNotifications } from './unseen-notifications.js';
import { waitingDeliveriesCollection } from './waiting-delivery.schema.js';
import { WaitingDeliveriesJob } from './waiting-deliveries.job.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';
import { WaitingDeliveriesService } from './waiting-deliveries.service.js';

@Module({
  imports: [
    collections(
      notificationsCollection,
      notificationDedupKeysCollection,
      notificationFanoutsCollection,
      matchNotificationStatesCollection,
      waitingDeliveriesCollection,
    ),
    AlertsModule,
    FootballModule,
    HttpModule,
    LiveModule,
    PeopleModule,
    PushModule,
    UsersModule,
  ],
  controllers: [NotificationsController],
  providers: [
    FanoutAudiences,
    FollowNotifier,
    MatchChangeTimes,
    MatchNotifier,
    NotificationExcerpts,
    NotificationFanoutJob,
    NotificationFanoutsRepository,
    NotificationPush,
    NotificationWriter,
    NotificationsRepository,
    NotificationsService,
    NotificationsCleanup,
    MatchNotificationStatesRepository,
    RehearsalNotificationsJob,
    SendableNotifications,
    UnseenNotifications,
    WaitingDeliveriesJob,
    WaitingDeliveriesRepository,
    WaitingDeliveriesService,
  ],
  exports: [
    NotificationExcerpts,
    NotificationFanoutJob,
    NotificationsService,
    NotificationsCleanup,
    SendableNotifications,
  ],
})
export class NotificationsModule {}
