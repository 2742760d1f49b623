import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { isBlank, type NewReport, type OwnReport, type ReportTarget } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import type { Fan } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { plainId } from '../common/http/valid-id.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Clock } from '../common/time/clock.js';
import { MediaCopies } from '../media/media-copies.js';
import type { Report } from './report.schema.js';
import { type FoundTarget, ReportTargets } from './report-targets.js';
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
    this.copies.registerHolders((ids) => this.repository.findOpenOrRecent(ids, this.clock.now()));
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
    for (;;) {
      if (await this.repository.findEntry(id)) return { id, isNew: true };
      const target = await this.targets.find(fan, input.targetType, targetId);
      if (target.ownerId === fan.id) throw new InvalidInput('You cannot report what is yours');
      const filed = await this.fileAbout({ ...target, ...input, targetId }, fan.id, id);
      if (filed) return filed;
    }
  }

  /** Returns ids of all targets of a kind with an open case. */
  openTargets(type: ReportTarget): Promise<string[]> {
    return this.repository.findOpenTargets(type);
  }

  /** Returns undefined, with nothing stored, if a concurrent request opened or closed the case. */
  private async fileAbout(
    { targetType, targetId, ownerId, snapshot, reason }: FoundTarget & NewReport,
    reporterId: string,
    id: string,
  ): Promise<Filed | undefined> {
    const now = this.clock.now();
    const known = await this.repository.findOpenAbout(targetType, targetId);
    const earlier = known && (await this.repository.findEntryOf(known._id, reporterId));
    if (earlier) return { id: earlier._id, isNew: false };

    const about: Report = known ?? {
      _id: newId(),
      targetType,
      targetId,
      ownerId,
      snapshot,
      state: 'open',
      count: 0,
      createdAt: now,
    };
    const caseId = about._id;
    // Files first: a case without its files could not be judged, copies without a case are swept.
    await this.copies.copy(caseId, about.snapshot.media);
    const entry = { _id: id, caseId, reporterId, reason, createdAt: now };
    if (!(await this.repository.insert(entry, about, !known))) {
      if (!known) await this.copies.discard([caseId]);
      return undefined;
    }
    this.logger.log({ event: 'report_created', caseId, targetType });
    return { id, isNew: true };
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
      await this.copies.discard(cases);
      await this.repository.removeCases(cases);
    }
  }
}
