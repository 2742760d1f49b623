import { Module } from '@nestjs/common';

import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { FootballModule } from '../football/football.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminsController } from './admins.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { DashboardController } from './dashboard.controller.js';
import { FanActsService } from './fans/fan-acts.service.js';
import { FanPagesService } from './fans/fan-pages.service.js';
import { FansController } from './fans/fans.controller.js';
import { FootballFeedController } from './football-feed.controller.js';
import { OperatorService } from './operator.service.js';

@Module({
  imports: [
    AccountsModule,
    AuditLogModule,
    AuthModule,
    CountersModule,
    FootballModule,
    PostsModule,
    ReportsModule,
    UsersModule,
  ],
  controllers: [
    AdminsController,
    AuditLogController,
    DashboardController,
    FansController,
    FootballFeedController,
  ],
  providers: [FanActsService, FanPagesService, OperatorService],
})
export class AdminModule {}
