import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../common/http/http.module.js';
import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { MediaModule } from '../media/media.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { StoriesModule } from '../stories/stories.module.js';
import { UsersModule } from '../users/users.module.js';
import { AppealsController } from './appeals.controller.js';
import { AppealsService } from './appeals.service.js';
import { FanReportsRepository } from './fan-reports.repository.js';
import { FanReportsService } from './fan-reports.service.js';
import { reportEntriesCollection } from './report-entry.schema.js';
import { ReportQueueRepository } from './report-queue.repository.js';
import { ReportQueueService } from './report-queue.service.js';
import { ReportTargets } from './report-targets.js';
import { reportsCollection } from './report.schema.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [
    collections(reportsCollection, reportEntriesCollection),
    AuthModule,
    HttpModule,
    IdempotencyModule,
    MediaModule,
    PeopleModule,
    PostsModule,
    StoriesModule,
    UsersModule,
  ],
  controllers: [AppealsController, ReportsController],
  providers: [
    AppealsService,
    FanReportsRepository,
    FanReportsService,
    ReportQueueRepository,
    ReportQueueService,
    ReportTargets,
    ReportsRepository,
    ReportsService,
  ],
  exports: [FanReportsService, ReportQueueService, ReportsService],
})
export class ReportsModule {}
