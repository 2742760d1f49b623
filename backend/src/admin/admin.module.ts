import { Module } from '@nestjs/common';

import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { FootballModule } from '../football/football.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminPostsController } from './admin-posts.controller.js';
import { AdminPostsService } from './admin-posts.service.js';
import { AdminsController } from './admins.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { DashboardController } from './dashboard.controller.js';
import { FanNoticesService } from './fan-notices.service.js';
import { FootballFeedController } from './football-feed.controller.js';
import { OperatorService } from './operator.service.js';
import { PostDecisionsService } from './post-decisions.service.js';

@Module({
  imports: [
    AuditLogModule,
    AuthModule,
    CountersModule,
    FootballModule,
    MailModule,
    PostsModule,
    ReportsModule,
    UsersModule,
  ],
  controllers: [
    AdminPostsController,
    AdminsController,
    AuditLogController,
    DashboardController,
    FootballFeedController,
  ],
  providers: [AdminPostsService, FanNoticesService, OperatorService, PostDecisionsService],
})
export class AdminModule {}
