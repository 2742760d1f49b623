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
import { FanDirectory } from '../../users/fan-directory.service.js';
import { FanNotesService } from '../../users/fan-notes.service.js';

type InTransaction = () => Promise<void>;

/** An act on many fans that an act on one of them is part of. */
export interface WholeAct {
  /** The details of the audit log entry. */
  details: AuditDetails;
  /** What has to stand with the act on the one fan or not at all. */
  inSameTransaction: InTransaction;
}

/** Owns what admins do to fans. Each act stands together with its entry in the audit log or not at all. */
@Injectable()
export class FanActsService {
  constructor(
    private readonly directory: FanDirectory,
    private readonly suspensions: SuspensionsService,
    private readonly accounts: AccountsService,
    private readonly notes: FanNotesService,
    private readonly audit: AuditLogService,
  ) {}

  /** Suspends a fan; takes effect at once on all sessions. */
  async suspend(actor: Actor, id: string, { reason, until }: SuspendFan): Promise<AdminFanRow> {
    const { _id } = await this.directory.record(id);
    const end = until === undefined ? {} : { until: new Date(until) };
    await this.applySuspension(actor, _id, { reason, ...end });
    return this.directory.row(_id);
  }

  /** Suspends a fan who is not suspended yet. Returns whether this call did it. */
  async suspendActive(
    actor: Actor,
    id: string,
    suspension: NewSuspension,
    whole: WholeAct,
  ): Promise<boolean> {
    const { status } = await this.directory.row(id);
    if (status === 'suspended') return false;
    await this.applySuspension(actor, id, suspension, whole);
    return true;
  }

  /** Ends a suspension; without one does nothing. */
  async restore(actor: Actor, id: string): Promise<AdminFanRow> {
    const { _id } = await this.directory.record(id);
    await this.restoreSuspended(actor, _id);
    return this.directory.row(_id);
  }

  /** Ends a suspension and returns whether there was one. */
  restoreSuspended(actor: Actor, id: string, whole?: WholeAct): Promise<boolean> {
    return this.suspensions.restore(id, this.recorded(actor, 'user.restore', id, {}, whole));
  }

  /** Takes a fan away with all that is theirs. */
  async remove(actor: Actor, id: string, whole?: WholeAct): Promise<void> {
    const { _id } = await this.directory.record(id);
    const record = this.recorded(actor, 'user.delete', _id, {}, whole);
    if (!(await this.accounts.removeByAdmin(_id, record))) throw new NotFound('fan');
  }

  /** Writes something down about a fan. */
  async note(actor: Actor, id: string, { text }: NewFanNote): Promise<FanNote> {
    const { _id } = await this.directory.record(id);
    return this.notes.add(_id, actor, text, this.recorded(actor, 'user.note', _id, {}));
  }

  private applySuspension(
    actor: Actor,
    id: string,
    suspension: NewSuspension,
    whole?: WholeAct,
  ): Promise<void> {
    const { reason, until } = suspension;
    const details = { reason, ...(until ? { until: until.toISOString() } : {}) };
    return this.suspensions.suspend(
      id,
      suspension,
      this.recorded(actor, 'user.suspend', id, details, whole),
    );
  }

  /** Puts an act on record in the transaction of its change, as part of the whole where it is one. */
  private recorded(
    actor: Actor,
    action: Act['action'],
    targetId: string,
    own: AuditDetails,
    whole?: WholeAct,
  ): InTransaction {
    const details = { ...own, ...whole?.details };
    const hasDetails = Object.keys(details).length > 0;
    const act: Act = {
      actor,
      action,
      targetType: 'user',
      targetId,
      ...(hasDetails ? { details } : {}),
    };
    return async () => {
      await this.audit.record(act);
      await whole?.inSameTransaction();
    };
  }
}
