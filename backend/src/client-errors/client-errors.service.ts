import {
  type ClientErrorRow,
  type NewClientError,
  NO_REMOTE,
  type PageQuery,
  PageTable,
  type RemoteStatus,
  SHELL,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { InvalidInput } from '../common/errors/coded-errors.js';
import { Cursors } from '../common/http/cursors.js';
import { cutPage, LIST_MAX_BYTES, type Page } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { MetricsService } from '../health/metrics.service.js';
import type { ClientError } from './client-error.schema.js';
import { toClientErrorRow } from './client-error.view.js';
import { ClientErrorsRepository } from './client-errors.repository.js';
import { type FrontEnd, pagePattern, versionLabel } from './front-end.js';
import { sanitizeMessage } from './sanitize-message.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Errors of one remote that admins see at a glance. */
const MAX_RECENT = 20;
/** Page size for clients that send no `limit`. */
const UNPAGED = 1_000;
/** Bound of distinct stored errors, because anyone may report. */
const MAX_ERRORS = 10_000;
const TOO_MANY = 'Too many different errors are stored: this one was only counted';

/**
 * Errors reported by browsers, stored and counted without personal data, for admins and metrics.
 */
@Injectable()
export class ClientErrorsService {
  /** Without a registration only the shell is known. */
  private readFrontEnd: () => Promise<FrontEnd> = () =>
    Promise.resolve({ versions: new Map([[SHELL, new Set()]]), table: new PageTable([]) });

  constructor(
    private readonly repository: ClientErrorsRepository,
    private readonly metrics: MetricsService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** @param read returns what is live now */
  registerFrontEnd(read: () => Promise<FrontEnd>): void {
    this.readFrontEnd = read;
  }

  /** Counts an error and stores it if it is new. */
  async report({ kind, page, version, message, remote = SHELL }: NewClientError): Promise<void> {
    const frontEnd = await this.readFrontEnd();
    if (!frontEnd.versions.has(remote)) throw InvalidInput.in('remote', NO_REMOTE);
    const labels = { remote, version: versionLabel(frontEnd, remote, version), kind };
    this.metrics.countClientError(labels);
    const error = {
      kind,
      remote,
      page: pagePattern(frontEnd, page),
      version,
      message: sanitizeMessage(message),
    };
    const now = this.clock.now();
    await this.repository.countMinute(error, now);
    if (await this.repository.countAgain(error, now)) return;
    const isFull = (await this.repository.count()) >= MAX_ERRORS;
    const stored = isFull ? { ...error, ...labels, page: '/*', message: TOO_MANY } : error;
    await this.repository.add(stored, now);
  }

  /** Sums the failures of the last 24 hours, by the name of the remote. */
  async failures(): Promise<Map<string, RemoteStatus['failures']>> {
    const dayAgo = new Date(this.clock.now().getTime() - DAY_MS);
    const sums = new Map<string, RemoteStatus['failures']>();
    for (const { _id, count } of await this.repository.sumSince(dayAgo)) {
      const { load = 0, render = 0 } = sums.get(_id.remote) ?? {};
      if (_id.kind === 'load') sums.set(_id.remote, { load: load + count, render });
      if (_id.kind === 'render') sums.set(_id.remote, { load, render: render + count });
    }
    return sums;
  }

  /** Returns the newest errors of a remote, at most 20. */
  async recent(remote: string): Promise<RemoteStatus['recent']> {
    const errors = await this.repository.findNewest(remote, MAX_RECENT);
    return errors.map(({ lastAt, version, kind, message }) => ({
      at: lastAt.toISOString(),
      ...{ version, kind, message },
    }));
  }

  /** Returns a page of errors, newest first. */
  async list({ limit, cursor }: PageQuery): Promise<Page<ClientErrorRow> & { total: number }> {
    const size = limit ?? UNPAGED;
    const after = this.cursors.decode('client-errors', cursor);
    const [total, found] = await Promise.all([
      this.repository.count(),
      this.repository.findPage(size, after),
    ]);
    // A row has no id, which the position of the next page needs.
    const bytesOf = (error: ClientError) =>
      Buffer.byteLength(JSON.stringify(toClientErrorRow(error)));
    const { items, last } = cutPage(found.rows, found, LIST_MAX_BYTES, bytesOf);
    const position = last && { at: last.lastAt, id: last._id };
    return {
      total,
      ...this.cursors.toPage('client-errors', items.map(toClientErrorRow), position),
    };
  }
}
