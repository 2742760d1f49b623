import { Inject, Injectable } from '@nestjs/common';
import type { AdminRow } from '@kickoff/contracts';

import { type Act, type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Conflict, Forbidden, NotFound } from '../common/errors/coded-errors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { MailService } from '../mail/mail.service.js';
import type { AdminAccount } from './admin-account.schema.js';
import { toAdminRow } from './admin-account.view.js';
import { AdminAccountsRepository } from './admin-accounts.repository.js';
import { SessionsService } from './sessions.service.js';

/** Actor for the server's operator in the audit log; has no account. */
export const OPERATOR: Actor = { _id: '', username: 'operator' };

/**
 * Approval of admins, its withdrawal, and removal of accounts. Each is one transaction with its
 * entry in the audit log.
 */
@Injectable()
export class AdminApprovalsService {
  constructor(
    private readonly repository: AdminAccountsRepository,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLogService,
    private readonly mail: MailService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Approves a pending admin. Throws if actor and admin are the same. */
  approve(actor: Actor, id: string): Promise<AdminRow> {
    if (actor._id === id) throw new Forbidden('Another admin has to approve this account');
    return this.changeStatus(actor, 'admin.approve', id, 'active');
  }

  approveAsOperator(id: string): Promise<AdminRow> {
    return this.changeStatus(OPERATOR, 'admin.approve', id, 'active');
  }

  /** Revokes an approval and ends the sessions, for the operator. */
  withdrawAsOperator(id: string): Promise<AdminRow> {
    return this.sessions.endAllAround('admin', id, () =>
      this.changeStatus(OPERATOR, 'admin.withdraw', id, 'pending'),
    );
  }

  /**
   * Removes an account with its sessions and queued mails. Throws for the last admin who can log
   * in.
   */
  async remove(actor: Actor, id: string): Promise<void> {
    const isAble = this.settings.isLocal ? {} : ({ seat: { $ne: 'demo' } } as const);
    await inTransaction(async () => {
      const result = await this.repository.removeUnlessLast(id, isAble);
      if (result === 'unknown') throw new NotFound('admin');
      if (result === 'last') throw new Conflict('The last active admin cannot be removed');
      await this.sessions.endAll('admin', id);
      await this.mail.removeAllOf(id);
      await this.audit.record({ actor, action: 'admin.remove', targetType: 'admin', targetId: id });
    });
    // Sessions and links that were created while the account was removed.
    await this.sessions.endAll('admin', id);
    await this.mail.removeAllOf(id);
  }

  private async changeStatus(
    actor: Actor,
    action: Act['action'],
    id: string,
    status: AdminAccount['status'],
  ): Promise<AdminRow> {
    const admin = await inTransaction(async () => {
      const changed = await this.repository.changeStatus(id, status);
      if (!changed) return null;
      await this.audit.record({ actor, action, targetType: 'admin', targetId: id });
      return changed;
    });
    const found = admin ?? (await this.repository.findById(id));
    if (!found) throw new NotFound('admin');
    return toAdminRow(found);
  }
}
