import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { IdempotencyModule } from '../common/idempotency/idempotency.module.js';
import { PeopleModule } from '../people/people.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { StoriesModule } from '../stories/stories.module.js';
import { UsersModule } from '../users/users.module.js';
import { FanReportsRepository } from './fan-reports.repository.js';
import { FanReportsService } from './fan-reports.service.js';
import { ReportEntry, ReportEntrySchema } from './report-entry.schema.js';
import { ReportTargets } from './report-targets.js';
import { Report, ReportSchema } from './report.schema.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Report.name, schema: ReportSchema },
      { name: ReportEntry.name, schema: ReportEntrySchema },
    ]),
    IdempotencyModule,
    PeopleModule,
    PostsModule,
    StoriesModule,
    UsersModule,
  ],
  controllers: [ReportsController],
  providers: [
    FanReportsRepository,
    FanReportsService,
    ReportsService,
    ReportsRepository,
    ReportTargets,
  ],
  exports: [FanReportsService, ReportsService],
})
export class ReportsModule {}
