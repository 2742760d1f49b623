import { Inject, Injectable } from '@nestjs/common';
import type { AdminRow } from '@kickoff/contracts';

import { type Act, type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Conflict, Forbidden, NotFound } from '../common/errors/coded-errors.js';
import { MailService } from '../mail/mail.service.js';
import { toAdminRow } from './admin-account.view.js';
import { AdminAccountsRepository } from './admin-accounts.repository.js';
import { SessionsService } from './sessions.service.js';

/** The operator of the server in the audit log, who has no account. */
export const OPERATOR: Actor = { _id: '', username: 'operator' };

/**
 * Owns who may be an admin: approval, its withdrawal and the removal of an
 * account. Each stands together with its entry in the audit log or not at all.
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

  /** Lets a pending admin in; nobody does it for oneself. */
  approve(actor: Actor, id: string): Promise<AdminRow> {
    if (actor._id === id) throw new Forbidden('Another admin has to approve this account');
    return this.setActive(actor, id);
  }

  approveAsOperator(id: string): Promise<AdminRow> {
    return this.setActive(OPERATOR, id);
  }

  /** Revokes an approval and ends the sessions, for the operator. */
  async withdrawAsOperator(id: string): Promise<AdminRow> {
    const admin = await this.sessions.endAllAround('admin', id, () =>
      this.repository.setStatus(id, 'pending', this.recorded(OPERATOR, 'admin.withdraw', id)),
    );
    if (!admin) throw new NotFound('admin');
    return toAdminRow(admin);
  }

  /** Takes an account away with its sessions and queued mails; the last admin who can log in stays. */
  async remove(actor: Actor, id: string): Promise<void> {
    const record = this.recorded(actor, 'admin.remove', id);
    const result = await this.repository.removeUnlessLast(
      id,
      this.settings.isLocal ? {} : { seat: { $ne: 'demo' } },
      async () => {
        await this.sessions.endAll('admin', id);
        await this.mail.removeAllOf(id);
        await record();
      },
    );
    if (result === 'unknown') throw new NotFound('admin');
    if (result === 'last') throw new Conflict('The last active admin cannot be removed');
    // Sessions and links that were created while the account was removed.
    await this.sessions.endAll('admin', id);
    await this.mail.removeAllOf(id);
  }

  private async setActive(actor: Actor, id: string): Promise<AdminRow> {
    const record = this.recorded(actor, 'admin.approve', id);
    const admin = await this.repository.setStatus(id, 'active', record);
    if (!admin) throw new NotFound('admin');
    return toAdminRow(admin);
  }

  /** Puts an act on record in the transaction of its change. */
  private recorded(actor: Actor, action: Act['action'], targetId: string) {
    return () => this.audit.record({ actor, action, targetType: 'admin', targetId });
  }
}
