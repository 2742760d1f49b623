import { Injectable } from '@nestjs/common';
import type { CaseAction, CaseDecision, CaseTarget, ReportCase } from '@kickoff/contracts';

import { Conflict, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Cursors, positionOf } from '../common/http/cursors.js';
import { cutPage, type Page, withinBytes } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { MediaCopies, type MediaCopy } from '../media/media-copies.js';
import { UsersService } from '../users/users.service.js';
import { toReportCase } from './report-case.view.js';
import { type QueueFilter, ReportQueueRepository } from './report-queue.repository.js';
import type { AdminRef, Report } from './report.schema.js';

/** What the list answers to a client that knows no paging. */
const UNPAGED = 1000;
/** How many reports of a case are shown. */
const SHOWN_REPORTS = 20;
/** Cases answered in one go. */
const BATCH = 100;
/** Longer than any running call: a decision that takes longer died on its way. */
const DECIDING_MS = 60_000;

/** In code points. */
const EXCERPT_LENGTH = 140;

/** What a case is about. */
export interface CaseSubject {
  targetType: CaseTarget;
  targetId: string;
  /** Whose the target is. */
  ownerId: string;
}

/** What goes with a change, in the same transaction. */
type InTransaction = () => Promise<void>;

/**
 * Owns the admins' queue: who looks after a case, and that each is decided
 * once. What a decision does to posts and fans, its caller carries out.
 */
@Injectable()
export class ReportQueueService {
  constructor(
    private readonly repository: ReportQueueRepository,
    private readonly users: UsersService,
    private readonly copies: MediaCopies,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Cases newest first, page by page. */
  async list(
    filter: QueueFilter,
    page: { limit?: number | undefined; cursor?: string | undefined },
  ): Promise<Page<ReportCase> & { total: number }> {
    const size = page.limit ?? UNPAGED;
    const after = this.cursors.decode('reports', page.cursor);
    const [total, found] = await Promise.all([
      this.repository.count(filter),
      this.repository.findPage(filter, size, after),
    ]);
    const { items, last } = cutPage(await this.answersWithin(found.rows), found);
    return { total, ...this.cursors.toPage('reports', items, last && positionOf(last)) };
  }

  /** The reported fan's name and the first 140 code points of what was reported, by id of the case. */
  excerpts(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { name: string; excerpt: string }>> {
    return this.repository.findSnapshots(ids, EXCERPT_LENGTH);
  }

  /** Gives a case to an admin; one at a time looks after it. */
  async assign(admin: AdminRef, id: string, inSameTransaction: InTransaction): Promise<ReportCase> {
    const taken = await this.repository.assign(id, admin, inSameTransaction);
    if (taken) return this.answer(taken);
    const about = await this.requireOpen(id);
    if (about.assignee?._id === admin._id) return this.answer(about);
    throw new Conflict('Another admin has taken this case');
  }

  /** Gives a case back that the admin has taken; once or more often is the same. */
  async release(admin: AdminRef, id: string, inSameTransaction: InTransaction): Promise<void> {
    if (await this.repository.release(id, admin._id, inSameTransaction)) return;
    const about = await this.requireOpen(id);
    if (about.assignee) throw new Conflict('Another admin has taken this case');
  }

  /**
   * Decides a case once: of two admins at the same time one is refused.
   *
   * @param carryOut what the decision does; where it fails, the case stays open
   */
  async decide(
    admin: AdminRef,
    id: string,
    { action, note }: CaseDecision,
    carryOut: (subject: CaseSubject) => Promise<void>,
    inSameTransaction: InTransaction,
  ): Promise<ReportCase> {
    const now = this.clock.now();
    const deciding = { by: admin._id, since: now };
    const leftBefore = new Date(now.getTime() - DECIDING_MS);
    const claimed = await this.repository.claim(id, deciding, leftBefore);
    if (!claimed) {
      await this.requireOpen(id);
      throw new Conflict('Another admin is deciding this case');
    }
    try {
      requireFitting(action, claimed.targetType);
      await carryOut({
        targetType: claimed.targetType,
        targetId: claimed.targetId,
        ownerId: claimed.ownerId,
      });
    } catch (error) {
      await this.repository.unclaim(claimed._id, deciding);
      throw error;
    }
    const decision = { action, ...(note === undefined ? {} : { note }), by: admin, at: now };
    const closed = await this.repository.close(claimed._id, decision, inSameTransaction);
    if (!closed) throw new NotFound('case');
    await this.copies.discard([id]);
    return this.answer(closed);
  }

  /** A picture or video of an open case as it was when reported. */
  async fileOf(id: string, place: number): Promise<MediaCopy> {
    const path = (await this.repository.find(id))?.snapshot.media[place];
    const copy = path === undefined ? undefined : await this.copies.find(id, path);
    if (!copy) throw new NotFound('file');
    return copy;
  }

  /** Everyone who reported in a case and is still there. */
  async reportersOf(id: string): Promise<string[]> {
    const about = await this.repository.find(id);
    return about ? this.repository.findReporters(about._id) : [];
  }

  private async requireOpen(id: string): Promise<Report> {
    const about = await this.repository.find(id);
    if (!about) throw new NotFound('case');
    if (about.state === 'closed') throw new Conflict('This case is closed');
    return about;
  }

  private async answer(about: Report): Promise<ReportCase> {
    const [answer] = await this.answers([about]);
    if (!answer) throw new Error('A case gave no answer');
    return answer;
  }

  /** Answers some at a time, and no more than fit into the list: each may bring 20 long reports along. */
  private async answersWithin(cases: readonly Report[]): Promise<ReportCase[]> {
    const answers: ReportCase[] = [];
    while (answers.length < cases.length) {
      answers.push(...(await this.answers(cases.slice(answers.length, answers.length + BATCH))));
      if (withinBytes(answers).length < answers.length) break;
    }
    return answers;
  }

  private async answers(cases: readonly Report[]): Promise<ReportCase[]> {
    const reports = await this.repository.findNewestReports(
      cases.map(({ _id }) => _id),
      SHOWN_REPORTS,
    );
    const of = (about: Report) => reports.get(about._id) ?? [];
    const fans = await this.users.summaries(
      cases.flatMap((about) => [
        about.ownerId,
        ...of(about).flatMap(({ reporterId }) => reporterId ?? []),
      ]),
    );
    return cases.map((about) => toReportCase(about, of(about), fans));
  }
}

/** An appeal is answered in other words than reports. */
function requireFitting(action: CaseAction, targetType: CaseTarget): void {
  const answersAppeal = action === 'restore' || action === 'keep';
  if (answersAppeal === (targetType === 'appeal')) return;
  throw new InvalidInput(
    targetType === 'appeal'
      ? 'An appeal ends with restore or keep'
      : 'Reports end with dismiss, remove or suspend',
  );
}
