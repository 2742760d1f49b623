import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { isBlank, type NewReport, type OwnReport, type ReportTarget } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import type { Fan } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { plainId } from '../common/http/valid-id.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Clock } from '../common/time/clock.js';
import { MediaCopies } from '../media/media-copies.js';
import { ReportTargets } from './report-targets.js';
import { ReportsRepository } from './reports.repository.js';

/** A report with its case; `isNew` if this call filed it. */
export interface Filed {
  id: string;
  isNew: boolean;
}

/**
 * Reports of fans, grouped into cases by target, each with a snapshot of the target until the
 * decision. The owning feature decides what may be seen and thus reported.
 */
@Injectable()
export class ReportsService implements OnModuleInit {
  private readonly logger = new Logger(ReportsService.name);

  constructor(
    private readonly repository: ReportsRepository,
    private readonly targets: ReportTargets,
    private readonly copies: MediaCopies,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.copies.registerHolders((cases) => this.repository.findOpen(cases));
  }

  /**
   * Files a report in the open case about its target. Its id comes from the idempotency key, so an
   * existing report with that id was filed by an earlier attempt of the same request.
   */
  async file(fan: Fan, { id, exists }: CallResult, input: NewReport): Promise<Filed> {
    if (exists) return { id, isNew: false };
    if (isBlank(input.reason)) throw new InvalidInput('A report needs a reason');
    const targetId = plainId(input.targetId);
    if (targetId === undefined) throw new NotFound(input.targetType);
    if (await this.repository.findEntry(id)) return { id, isNew: true };
    const target = await this.targets.find(fan, input.targetType, targetId);
    if (target.ownerId === fan.id) throw new InvalidInput('You cannot report what is yours');

    const now = this.clock.now();
    const { _id: caseId, snapshot } = await this.repository.openCase({
      _id: newId(),
      targetType: input.targetType,
      targetId,
      ownerId: target.ownerId,
      snapshot: target.snapshot,
      state: 'open',
      count: 0,
      createdAt: now,
    });
    await this.copies.copy(caseId, snapshot.media);
    const entry = { _id: id, caseId, reporterId: fan.id, reason: input.reason, createdAt: now };
    if (await this.repository.insertEntry(entry)) {
      await this.repository.recount(caseId);
      this.logger.log({ event: 'report_created', caseId, targetType: input.targetType });
      return { id, isNew: true };
    }
    const earlier = await this.repository.findEntryOf(caseId, fan.id);
    // Missing only if its case is: the target's owner has just been removed.
    if (!earlier) throw new NotFound(input.targetType);
    return { id: earlier._id, isNew: false };
  }

  /** Returns ids of all targets of a kind with an open case. */
  openTargets(type: ReportTarget): Promise<string[]> {
    return this.repository.findOpenTargets(type);
  }

  /** Yields a fan's reports, oldest first. */
  async *exportOf(fanId: string): AsyncGenerator<OwnReport> {
    for await (const { entry, about } of this.repository.entriesBy(fanId)) {
      yield {
        targetType: about.targetType,
        targetId: about.targetId,
        reason: entry.reason,
        createdAt: entry.createdAt.toISOString(),
      };
    }
  }

  /**
   * Removes a fan from all cases. Reports by the fan remain without a name; cases about the fan's
   * content are deleted.
   */
  async removeAllOf(fanId: string): Promise<void> {
    await this.repository.forgetReporter(fanId);
    for (;;) {
      const cases = await this.repository.findSomeAbout(fanId);
      if (cases.length === 0) return;
      await this.copies.discard(cases.map(String));
      await this.repository.removeCases(cases);
    }
  }
}
