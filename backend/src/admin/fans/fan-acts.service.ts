import type {
  AdminFanRow,
  AuditDetails,
  FanNote,
  NewFanNote,
  SuspendFan,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { AccountsService } from '../../accounts/accounts.service.js';
import { type Act, type Actor, AuditLogService } from '../../audit-log/audit-log.service.js';
import { type NewSuspension, SuspensionsService } from '../../auth/suspensions.service.js';
import { NotFound } from '../../common/errors/coded-errors.js';
import type { CallResult } from '../../common/idempotency/idempotency.service.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { FanDirectory } from '../../users/fan-directory.service.js';
import { FanNotesService } from '../../users/fan-notes.service.js';

/**
 * Actions of admins on fans. Each is one transaction with its entry in the audit log, to which a
 * bulk action adds details.
 */
@Injectable()
export class FanActsService {
  constructor(
    private readonly directory: FanDirectory,
    private readonly suspensions: SuspensionsService,
    private readonly accounts: AccountsService,
    private readonly notes: FanNotesService,
    private readonly audit: AuditLogService,
  ) {}

  /** Suspends a fan; takes effect immediately on all sessions. */
  async suspend(actor: Actor, id: string, { reason, until }: SuspendFan): Promise<AdminFanRow> {
    const { _id } = await this.directory.record(id);
    const end = until === undefined ? {} : { until: new Date(until) };
    await this.applySuspension(actor, _id, { reason, ...end });
    return this.directory.row(_id);
  }

  /** Suspends a fan who is not suspended yet. Returns whether this call did it. */
  suspendActive(
    actor: Actor,
    id: string,
    suspension: NewSuspension,
    details: AuditDetails,
  ): Promise<boolean> {
    return inTransaction(async () => {
      const { status } = await this.directory.row(id);
      if (status === 'suspended') return false;
      await this.applySuspension(actor, id, suspension, details);
      return true;
    });
  }

  /** Ends a suspension; does nothing without one. */
  async restore(actor: Actor, id: string): Promise<AdminFanRow> {
    const { _id } = await this.directory.record(id);
    await this.restoreSuspended(actor, _id);
    return this.directory.row(_id);
  }

  /** Ends a suspension. Returns whether there was one. */
  restoreSuspended(actor: Actor, id: string, details: AuditDetails = {}): Promise<boolean> {
    return inTransaction(async () => {
      const isRestored = await this.suspensions.restore(id);
      if (isRestored) await this.record(actor, 'user.restore', id, details);
      return isRestored;
    });
  }

  /** Deletes a fan with all personal data. */
  async remove(actor: Actor, id: string, details: AuditDetails = {}): Promise<void> {
    const { _id } = await this.directory.record(id);
    await inTransaction(async () => {
      if (!(await this.accounts.removeByAdmin(_id))) throw new NotFound('fan');
      await this.record(actor, 'user.delete', _id, details);
    });
  }

  /** Adds a note about a fan, once per result. */
  async note(
    actor: Actor,
    id: string,
    { id: noteId }: CallResult,
    { text }: NewFanNote,
  ): Promise<FanNote> {
    const { _id: fanId } = await this.directory.record(id);
    return inTransaction(async () => {
      const added = await this.notes.add({ _id: noteId, fanId, author: actor, text });
      if (added.isNew) await this.record(actor, 'user.note', fanId, {});
      return added.note;
    });
  }

  private async applySuspension(
    actor: Actor,
    id: string,
    suspension: NewSuspension,
    details: AuditDetails = {},
  ): Promise<void> {
    const { reason, until } = suspension;
    const own = { reason, ...(until ? { until: until.toISOString() } : {}) };
    await inTransaction(async () => {
      const isNew = await this.suspensions.suspend(id, suspension);
      if (isNew) await this.record(actor, 'user.suspend', id, { ...own, ...details });
    });
  }

  private record(
    actor: Actor,
    action: Act['action'],
    targetId: string,
    details: AuditDetails,
  ): Promise<void> {
    const act: Act = { actor, action, targetType: 'user', targetId };
    return this.audit.record(Object.keys(details).length > 0 ? { ...act, details } : act);
  }
}
