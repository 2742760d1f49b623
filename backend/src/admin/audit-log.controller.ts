import { Controller, Get, Req, Res, type StreamableFile } from '@nestjs/common';
import { AuditEntry, AuditLogQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { AUDIT_COLUMNS } from '../audit-log/audit-entry.view.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { CSV, csvFile } from '../common/http/csv.js';
import { ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { AuditTargetsService } from './audit-targets.service.js';
import { Answers, Produces } from '../common/openapi/answers.js';

@AdminOnly()
@Controller('api/admin/audit-log')
export class AuditLogController {
  constructor(
    private readonly log: AuditLogService,
    private readonly targets: AuditTargetsService,
    private readonly accounts: AdminAccountsService,
  ) {}

  @Get()
  @Answers([AuditEntry])
  @Produces(CSV)
  async list(
    @CurrentAdmin() admin: Admin,
    @ValidQuery(AuditLogQuery) query: AuditLogQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEntry[] | StreamableFile> {
    if (query.format === 'csv') {
      const rows = this.log.exportFor(await this.accounts.actor(admin), query);
      return csvFile('kickoff-audit-log', AUDIT_COLUMNS, rows);
    }
    const page = await this.log.list(query, (entries) => this.targets.describe(entries));
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }
}
