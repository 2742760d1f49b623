import { Injectable } from '@nestjs/common';
import type { CaseDecision, CaseTarget, ReportCase } from '@kickoff/contracts';

import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { Conflict, NotFound } from '../common/errors/coded-errors.js';
import { Cursors, positionOf } from '../common/http/cursors.js';
import { cutPage, type Page, withinBytes } from '../common/http/page.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { MediaCopies, type MediaCopy } from '../media/media-copies.js';
import { UsersService } from '../users/users.service.js';
import { toReportCase } from './report-case.view.js';
import { type QueueFilter, ReportQueueRepository } from './report-queue.repository.js';
import type { AdminRef, Report } from './report.schema.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;
/** Number of reports shown per case. */
const SHOWN_REPORTS = 20;
/** Batch size of cases. */
const BATCH = 100;
/** Longer than any request: an older claim belongs to a crashed process. */
const DECIDING_MS = 60_000;

/** In code points. */
const EXCERPT_LENGTH = 140;

/** The subject of a case. */
export interface CaseSubject {
  targetType: CaseTarget;
  targetId: string;
  /** Owner of the target. */
  ownerId: string;
}

/** An open case claimed by one admin for a decision. */
export interface ClaimedCase extends CaseSubject {
  _id: string;
  deciding: NonNullable<Report['deciding']>;
  /** For an appeal: the start of the suspension. */
  suspendedAt?: Date;
}

/**
 * The admins' queue: assigns cases, and ensures that each is decided once. The caller applies the
 * decision to posts and fans; changes join the caller's transaction.
 */
@Injectable()
export class ReportQueueService {
  constructor(
    private readonly repository: ReportQueueRepository,
    private readonly users: UsersService,
    private readonly admins: AdminAccountsService,
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

  /**
   * Returns the reported fan's name and the first 140 code points of the reported text, by case id.
   */
  excerpts(
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { name: string; excerpt: string }>> {
    return this.repository.findSnapshots(ids, EXCERPT_LENGTH);
  }

  /** Returns a case, open or closed. */
  async one(id: string): Promise<ReportCase> {
    const about = await this.require(id);
    const [answer] = await this.answers([about]);
    if (!answer) throw new Error('A case gave no answer');
    return answer;
  }

  /**
   * Assigns a case to an admin, also one of an admin who has left. Returns false if it was already
   * assigned to the same admin.
   */
  async assign(admin: AdminRef, id: string): Promise<boolean> {
    if (await this.repository.assign(id, admin)) return true;
    const { assignee } = await this.requireOpen(id);
    if (assignee?._id === admin._id) return false;
    if (assignee && (await this.hasLeft(assignee))) {
      if (await this.repository.assign(id, admin, assignee._id)) return true;
    }
    throw new Conflict('Another admin has taken this case');
  }

  /**
   * Ends the assignment of a case to an admin, or to one who has left. Returns false if it was not
   * assigned.
   */
  async release(admin: AdminRef, id: string): Promise<boolean> {
    if (await this.repository.release(id, admin._id)) return true;
    const { assignee } = await this.requireOpen(id);
    if (!assignee) return false;
    if (!(await this.hasLeft(assignee))) throw new Conflict('Another admin has taken this case');
    return this.repository.release(id, assignee._id);
  }

  /** Claims a case for a decision: of two concurrent admins one is refused. */
  async claim(admin: AdminRef, id: string): Promise<ClaimedCase> {
    const now = this.clock.now();
    const deciding = { by: admin._id, since: now };
    const leftBefore = new Date(now.getTime() - DECIDING_MS);
    const claimed = await this.repository.claim(id, deciding, leftBefore);
    if (!claimed) {
      await this.requireOpen(id);
      throw new Conflict('Another admin is deciding this case');
    }
    const { _id, targetType, targetId, ownerId, suspendedAt } = claimed;
    const subject = { _id, targetType, targetId, ownerId, deciding };
    return suspendedAt ? { ...subject, suspendedAt } : subject;
  }

  /** Ends a claim without a decision; the case stays open. */
  async unclaim({ _id, deciding }: ClaimedCase): Promise<void> {
    await this.repository.unclaim(_id, deciding);
  }

  /** Closes a claimed case, in the transaction of its decision. */
  async close(
    { _id, deciding }: ClaimedCase,
    by: AdminRef,
    { action, note }: CaseDecision,
  ): Promise<void> {
    const noted = note === undefined ? {} : { note };
    const decision = { action, ...noted, by, at: deciding.since };
    if (!(await this.repository.close(_id, decision))) {
      await this.requireOpen(_id);
      throw new NotFound('case');
    }
    await afterCommit(() => this.copies.discard([_id]));
  }

  /** Returns a picture or video of an open case in its state at the report. */
  async fileOf(id: string, place: number): Promise<MediaCopy> {
    const path = (await this.repository.find(id))?.snapshot.media[place];
    const copy = path === undefined ? undefined : await this.copies.find(id, path);
    if (!copy) throw new NotFound('file');
    return copy;
  }

  /** Returns all existing fans who reported in a case. */
  async reportersOf(id: string): Promise<string[]> {
    const about = await this.repository.find(id);
    return about ? this.repository.findReporters(about._id) : [];
  }

  /** Whether an admin's account was removed, or its approval withdrawn. */
  private async hasLeft({ _id }: AdminRef): Promise<boolean> {
    return (await this.admins.findById(_id))?.status !== 'active';
  }

  private async require(id: string): Promise<Report> {
    const about = await this.repository.find(id);
    if (!about) throw new NotFound('case');
    return about;
  }

  private async requireOpen(id: string): Promise<Report> {
    const about = await this.require(id);
    if (about.state === 'closed') throw new Conflict('This case is closed');
    return about;
  }

  /** Converts cases in batches up to the byte limit of a list: each may have 20 long reports. */
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
