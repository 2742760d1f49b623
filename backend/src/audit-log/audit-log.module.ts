import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { HttpModule } from '../common/http/http.module.js';
import { AuditEntryDocument, AuditEntrySchema } from './audit-entry.schema.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: AuditEntryDocument.name, schema: AuditEntrySchema }]),
    HttpModule,
  ],
  providers: [AuditLogService, AuditLogRepository],
  exports: [AuditLogService],
})
export class AuditLogModule {}
