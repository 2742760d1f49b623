import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { CountersModule } from '../counters/counters.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminsController } from './admins.controller.js';
import { DashboardController } from './dashboard.controller.js';
import { OperatorService } from './operator.service.js';

@Module({
  imports: [AuthModule, CountersModule, UsersModule],
  controllers: [AdminsController, DashboardController],
  providers: [OperatorService],
})
export class AdminModule {}
