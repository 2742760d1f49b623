import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ClientErrorsModule } from '../client-errors/client-errors.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { FootballModule } from '../football/football.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { StoriesModule } from '../stories/stories.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminAnnouncementsController } from './admin-announcements.controller.js';
import { AdminPostsController } from './admin-posts.controller.js';
import { AdminPostsService } from './admin-posts.service.js';
import { AdminsController } from './admins.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditTargetsService } from './audit-targets.service.js';
import { AdminClientErrorsController } from './admin-client-errors.controller.js';
import { bulkActsCollection } from './bulk/bulk-act.schema.js';
import { BulkActsController } from './bulk/bulk-acts.controller.js';
import { BulkActsRepository } from './bulk/bulk-acts.repository.js';
import { BulkActsService } from './bulk/bulk-acts.service.js';
import { BulkRunner } from './bulk/bulk-runner.js';
import { CaseDecisionsService } from './case-decisions.service.js';
import { CaseOutcomesService } from './case-outcomes.service.js';
import { ContentRemovalsService } from './content-removals.service.js';
import { DashboardController } from './dashboard.controller.js';
import { FanNoticesService } from './fan-notices.service.js';
import { FanActsService } from './fans/fan-acts.service.js';
import { FanPagesService } from './fans/fan-pages.service.js';
import { FansController } from './fans/fans.controller.js';
import { FootballFeedController } from './football-feed.controller.js';
import { JobsController } from './jobs.controller.js';
import { OperatorService } from './operator.service.js';
import { PostDecisionsService } from './post-decisions.service.js';
import { AdminRehearsalsService } from './admin-rehearsals.service.js';
import { RehearsalsController } from './rehearsals.controller.js';
import { ReportsQueueController } from './reports-queue.controller.js';

@Module({
  imports: [
    collections(bulkActsCollection),
    AccountsModule,
    AnnouncementsModule,
    AuditLogModule,
    AuthModule,
    ClientErrorsModule,
    CountersModule,
    FootballModule,
    IdempotencyModule,
    MailModule,
    NotificationsModule,
    PostsModule,
    ReportsModule,
    StoriesModule,
    UsersModule,
  ],
  controllers: [
    AdminAnnouncementsController,
    AdminClientErrorsController,
    AdminPostsController,
    AdminsController,
    AuditLogController,
    BulkActsController,
    DashboardController,
    FansController,
    FootballFeedController,
    RehearsalsController,
    JobsController,
    ReportsQueueController,
  ],
  providers: [
    AdminPostsService,
    AuditTargetsService,
    AdminRehearsalsService,
    BulkActsRepository,
    BulkActsService,
    BulkRunner,
    CaseDecisionsService,
    CaseOutcomesService,
    ContentRemovalsService,
    FanActsService,
    FanNoticesService,
    FanPagesService,
    OperatorService,
    PostDecisionsService,
  ],
})
export class AdminModule {}
