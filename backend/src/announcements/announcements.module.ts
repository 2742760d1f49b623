import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { HttpModule } from '../common/http/http.module.js';
import { announcementsCollection } from './announcement.schema.js';
import { AnnouncementsController } from './announcements.controller.js';
import { AnnouncementsRepository } from './announcements.repository.js';
import { AnnouncementsService } from './announcements.service.js';

@Module({
  imports: [collections(announcementsCollection), AuditLogModule, HttpModule],
  controllers: [AnnouncementsController],
  providers: [AnnouncementsService, AnnouncementsRepository],
  exports: [AnnouncementsService],
})
export class AnnouncementsModule {}
