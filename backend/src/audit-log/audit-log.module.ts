import { Module } from '@nestjs/common';

import { collections } from '../common/mongo/collections.js';
import { HttpModule } from '../common/http/http.module.js';
import { auditLogCollection } from './audit-entry.schema.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

@Module({
  imports: [collections(auditLogCollection), HttpModule],
  providers: [AuditLogService, AuditLogRepository],
  exports: [AuditLogService],
})
export class AuditLogModule {}
