import type { ClientErrorRow, NewClientError, PageQuery, RemoteList } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { MetricsService } from '../health/metrics.service.js';
import { toClientErrorRow } from './client-error.view.js';
import { ClientErrorsRepository } from './client-errors.repository.js';
import { LiveVersions } from './live-versions.js';
import { pagePattern } from './page-pattern.js';
import { sanitizeMessage } from './sanitize-message.js';

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
  private readonly versions = new LiveVersions();

  constructor(
    private readonly repository: ClientErrorsRepository,
    private readonly metrics: MetricsService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Registers the source of the live remotes. */
  registerVersions(read: () => Promise<RemoteList['remotes']>): void {
    this.versions.register(read);
  }

  /** Counts an error and stores it if it is new. */
  async report({ kind, page, version, message, remote = 'shell' }: NewClientError): Promise<void> {
    const labels = { remote, version: await this.versions.nameOf(remote, version), kind };
    this.metrics.countClientError(labels);
    const error = {
      kind,
      remote,
      page: pagePattern(page),
      version,
      message: sanitizeMessage(message),
    };
    const now = this.clock.now();
    if (await this.repository.countAgain(error, now)) return;
    const isFull = (await this.repository.count()) >= MAX_ERRORS;
    const stored = isFull ? { ...error, ...labels, page: '/*', message: TOO_MANY } : error;
    await this.repository.add(stored, now);
  }

  /** Returns a page of errors, newest first. */
  async list({ limit, cursor }: PageQuery): Promise<Page<ClientErrorRow> & { total: number }> {
    const size = limit ?? UNPAGED;
    const after = this.cursors.decode('client-errors', cursor);
    const [total, found] = await Promise.all([
      this.repository.count(),
      this.repository.findPage(size + 1, after),
    ]);
    const errors = found.slice(0, size);
    const last = found.length > size ? errors.at(-1) : undefined;
    const position = last && { at: last.lastAt, id: last._id.toString() };
    const items = errors.map(toClientErrorRow);
    return { total, ...this.cursors.toPage('client-errors', items, position) };
  }
}
