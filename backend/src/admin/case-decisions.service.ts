import { Injectable } from '@nestjs/common';
import type {
  AuditAction,
  CaseAction,
  CaseDecision,
  CaseTarget,
  ReportCase,
} from '@kickoff/contracts';

import { type Act, type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { SuspensionsService } from '../auth/suspensions.service.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { type ClaimedCase, ReportQueueService } from '../reports/report-queue.service.js';
import { CaseOutcomesService } from './case-outcomes.service.js';
import { ContentRemovalsService } from './content-removals.service.js';
import { givenReason } from './given-reason.js';

/** Reason of a suspension for which the admin gave none. */
const DEFAULT_REASON = 'Reported by other fans';

/** Audit action of each decision. */
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

  async assign(actor: Actor, id: string): Promise<ReportCase> {
    await inTransaction(async () => {
      const isChanged = await this.queue.assign(actor, id);
      if (isChanged) await this.record(actor, 'report.assign', 'report', id);
    });
    return this.queue.one(id);
  }

  async release(actor: Actor, id: string): Promise<void> {
    await inTransaction(async () => {
      const isChanged = await this.queue.release(actor, id);
      if (isChanged) await this.record(actor, 'report.release', 'report', id);
    });
  }

  /**
   * Claims the case, then applies the decision and closes the case in one transaction. Of two
   * concurrent admins one is refused; if the decision fails, the case stays open.
   */
  async resolve(actor: Actor, id: string, given: CaseDecision): Promise<ReportCase> {
    const decision = { ...given, note: givenReason(given.note) };
    const claimed = await this.queue.claim(actor, id);
    try {
      await inTransaction(async () => {
        await this.carryOut(actor, claimed, decision);
        await this.record(actor, AUDITED[decision.action], 'report', id, decision);
        await this.outcomes.notify(claimed, decision);
        await this.queue.close(claimed, actor, decision);
      });
    } catch (error) {
      await this.queue.unclaim(claimed);
      throw error;
    }
    return this.queue.one(id);
  }

  private async carryOut(
    actor: Actor,
    subject: ClaimedCase,
    { action, note, until }: CaseDecision,
  ): Promise<void> {
    const { ownerId, targetType, suspendedAt } = subject;
    requireFitting(action, targetType);
    if (action === 'remove') await this.removals.remove(actor, subject, note);
    if (action === 'suspend') {
      const end = until === undefined ? {} : { until: new Date(until) };
      const suspension = { reason: note ?? DEFAULT_REASON, ...end };
      const isNew = await this.suspensions.suspend(ownerId, suspension);
      if (isNew) await this.record(actor, 'user.suspend', 'user', ownerId, { note, until });
    }
    if (action === 'restore') {
      const isRestored = await this.suspensions.restore(ownerId, suspendedAt);
      if (isRestored) await this.record(actor, 'user.restore', 'user', ownerId, { note });
    }
  }

  private record(
    actor: Actor,
    action: AuditAction,
    targetType: Act['targetType'],
    targetId: string,
    { note, until }: Pick<CaseDecision, 'note' | 'until'> = {},
  ): Promise<void> {
    const details = {
      ...(note === undefined ? {} : { note }),
      ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    };
    const act = { actor, action, targetType, targetId };
    return this.audit.record(Object.keys(details).length > 0 ? { ...act, details } : act);
  }
}

/** Throws if the decision does not apply to the kind of case: appeals have their own decisions. */
function requireFitting(action: CaseAction, targetType: CaseTarget): void {
  const answersAppeal = action === 'restore' || action === 'keep';
  if (answersAppeal === (targetType === 'appeal')) return;
  throw new InvalidInput(
    targetType === 'appeal'
      ? 'An appeal ends with restore or keep'
      : 'Reports end with dismiss, remove or suspend',
  );
}
