import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { AuditEntry, AuditEntrySchema } from './audit-entry.schema.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: AuditEntry.name, schema: AuditEntrySchema }]),
    HttpModule,
  ],
  providers: [AuditLogService, AuditLogRepository],
  exports: [AuditLogService],
})
export class AuditLogModule {}
