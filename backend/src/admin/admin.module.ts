import { Module } from '@nestjs/common';

import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { FootballModule } from '../football/football.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminsController } from './admins.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { DashboardController } from './dashboard.controller.js';
import { FootballFeedController } from './football-feed.controller.js';
import { OperatorService } from './operator.service.js';

@Module({
  imports: [AuditLogModule, AuthModule, CountersModule, FootballModule, UsersModule],
  controllers: [AdminsController, AuditLogController, DashboardController, FootballFeedController],
  providers: [OperatorService],
})
export class AdminModule {}
