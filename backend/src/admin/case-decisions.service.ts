import { Injectable } from '@nestjs/common';
import type { AuditAction, CaseAction, CaseDecision, ReportCase } from '@kickoff/contracts';

import { type Act, type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { SuspensionsService } from '../auth/suspensions.service.js';
import { type CaseSubject, ReportQueueService } from '../reports/report-queue.service.js';
import { CaseOutcomesService } from './case-outcomes.service.js';
import { ContentRemovalsService } from './content-removals.service.js';

/** What a suspension says where the admin gave no words. */
const DEFAULT_REASON = 'Reported by other fans';

/** How the log calls the end of a case. */
const AUDITED = {
  dismiss: 'report.dismiss',
  remove: 'report.remove',
  suspend: 'report.suspend',
  restore: 'appeal.restore',
  keep: 'appeal.keep',
} as const satisfies Record<CaseAction, AuditAction>;

/** Ends cases: the effect of each decision, its audit entry, and the notifications. */
@Injectable()
export class CaseDecisionsService {
  constructor(
    private readonly queue: ReportQueueService,
    private readonly removals: ContentRemovalsService,
    private readonly suspensions: SuspensionsService,
    private readonly outcomes: CaseOutcomesService,
    private readonly audit: AuditLogService,
  ) {}

  assign(actor: Actor, id: string): Promise<ReportCase> {
    return this.queue.assign(actor, id, this.recorded(actor, 'report.assign', 'report', id));
  }

  release(actor: Actor, id: string): Promise<void> {
    return this.queue.release(actor, id, this.recorded(actor, 'report.release', 'report', id));
  }

  /** Carries a decision out and closes the case; of two admins at once one is refused. */
  async resolve(actor: Actor, id: string, decision: CaseDecision): Promise<ReportCase> {
    const { action, note, until } = decision;
    const decided = await this.queue.decide(
      actor,
      id,
      decision,
      (subject) => this.carryOut(actor, subject, decision),
      this.recorded(actor, AUDITED[action], 'report', id, { note, until }),
    );
    await this.outcomes.notify(decided);
    return decided;
  }

  private async carryOut(
    actor: Actor,
    subject: CaseSubject,
    { action, note, until }: CaseDecision,
  ): Promise<void> {
    const { ownerId } = subject;
    if (action === 'remove') await this.removals.remove(actor, subject, note);
    if (action === 'suspend') {
      const record = this.recorded(actor, 'user.suspend', 'user', ownerId, { note, until });
      const end = until === undefined ? {} : { until: new Date(until) };
      await this.suspensions.suspend(ownerId, { reason: note ?? DEFAULT_REASON, ...end }, record);
    }
    if (action === 'restore') {
      const record = this.recorded(actor, 'user.restore', 'user', ownerId, { note });
      await this.suspensions.restore(ownerId, record);
    }
  }

  /** Puts an act on record in the transaction of its change. */
  private recorded(
    actor: Actor,
    action: AuditAction,
    targetType: Act['targetType'],
    targetId: string,
    { note, until }: Pick<CaseDecision, 'note' | 'until'> = {},
  ) {
    const details = {
      ...(note === undefined ? {} : { note }),
      ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    };
    const act = { actor, action, targetType, targetId };
    return () => this.audit.record(Object.keys(details).length > 0 ? { ...act, details } : act);
  }
}
