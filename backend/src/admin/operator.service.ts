import { Injectable } from '@nestjs/common';

import { AuditLogService } from '../audit-log/audit-log.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { AdminApprovalsService, OPERATOR } from '../auth/admin-approvals.service.js';
import { SuspensionsService } from '../auth/suspensions.service.js';
import { StartError } from '../common/config/start-error.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { UsersService } from '../users/users.service.js';

/**
 * Commands of the server's operator, without a login and without protection of the last admin. They
 * return lines of text.
 */
@Injectable()
export class OperatorService {
  constructor(
    private readonly admins: AdminAccountsService,
    private readonly approvals: AdminApprovalsService,
    private readonly users: UsersService,
    private readonly suspensions: SuspensionsService,
    private readonly audit: AuditLogService,
  ) {}

  /** Lists all admins, one per line. */
  async list(): Promise<string[]> {
    const { items } = await this.admins.list({});
    if (items.length === 0) return ['There is no admin yet.'];
    return items.map((row) => `${row.status.padEnd(8)} ${row.email}  ${row.username}`);
  }

  async approve(email: string): Promise<string[]> {
    const admin = await this.admins.findByEmail(email);
    if (!admin) throw new StartError(`There is no admin with the email ${email}.`);
    await this.approvals.approveAsOperator(admin._id);
    return [`${admin.username} is an active admin now.`];
  }

  /** Suspends every account with this email, the fan's and the admin's, and ends their sessions. */
  async suspend(email: string): Promise<string[]> {
    const [admin, fan] = await Promise.all([
      this.admins.findByEmail(email),
      this.users.findByEmail(email),
    ]);
    if (admin) await this.approvals.withdrawAsOperator(admin._id);
    if (fan) {
      const fanId = fan._id;
      const reason = 'Suspended by the people who run this server';
      await inTransaction(async () => {
        if (!(await this.suspensions.suspend(fanId, { reason }))) return;
        await this.audit.record({
          actor: OPERATOR,
          action: 'user.suspend',
          targetType: 'user',
          targetId: fanId,
          details: { reason },
        });
      });
    }
    if (!admin && !fan) throw new StartError(`There is no account with the email ${email}.`);
    return [
      ...(admin ? [`The admin ${admin.username} waits for approval again and is logged out.`] : []),
      ...(fan ? [`The fan ${fan.username} is suspended and logged out.`] : []),
    ];
  }
}
